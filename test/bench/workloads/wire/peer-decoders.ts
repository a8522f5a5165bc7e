import { Ajv } from 'ajv';
import * as v from 'valibot';
import * as z from 'zod';

/** The description of a valibot schema, for the kinds of schemas in src/core/records. */
export interface DescribedSchema {
  readonly type: string;
  readonly entries: Readonly<Record<string, DescribedSchema>>;
  readonly options: readonly [string, ...string[]];
  readonly item: DescribedSchema;
  readonly wrapped: DescribedSchema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

/** The description for all candidates, so that they check the same. */
function describe(schema: v.GenericSchema): DescribedSchema {
  return schema as unknown as DescribedSchema;
}

function isSafeInteger({ pipe = [] }: DescribedSchema): boolean {
  return pipe.some(({ type }) => type === 'safe_integer');
}

function minimumOf({ pipe = [] }: DescribedSchema): number | undefined {
  return pipe.find(({ type }) => type === 'min_value')?.requirement as number | undefined;
}

/** The same schema for ajv. */
function jsonSchemaOf(schema: DescribedSchema): object {
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return { type: schema.type };
    case 'number':
      return numberSchema(schema);
    case 'picklist':
      return { type: 'string', enum: schema.options };
    case 'array':
      return { type: 'array', items: jsonSchemaOf(schema.item) };
    case 'optional':
      return jsonSchemaOf(schema.wrapped);
    case 'nullable':
      return { ...jsonSchemaOf(schema.wrapped), nullable: true };
    case 'object':
      return objectSchema(schema);
    default:
      throw new Error(`no JSON schema for ${schema.type}`);
  }
}

function numberSchema(schema: DescribedSchema): object {
  const minimum = minimumOf(schema);
  if (!isSafeInteger(schema)) return { type: 'number', ...(minimum !== undefined && { minimum }) };
  return { type: 'integer', minimum: minimum ?? Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
}

function objectSchema({ entries }: DescribedSchema): object {
  const fields = Object.entries(entries);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([field, entry]) => [field, jsonSchemaOf(entry)])),
    required: fields.filter(([, { type }]) => type !== 'optional').map(([field]) => field),
  };
}

/** The same schema for zod. */
function zodSchemaOf(schema: DescribedSchema): z.ZodType {
  switch (schema.type) {
    case 'string':
      return z.string();
    case 'boolean':
      return z.boolean();
    case 'number':
      return zodNumber(schema);
    case 'picklist':
      return z.enum(schema.options);
    case 'array':
      return z.array(zodSchemaOf(schema.item));
    case 'optional':
      return zodSchemaOf(schema.wrapped).optional();
    case 'nullable':
      return zodSchemaOf(schema.wrapped).nullable();
    case 'object':
      return z.object(
        Object.fromEntries(Object.entries(schema.entries).map(([field, entry]) => [field, zodSchemaOf(entry)])),
      );
    default:
      throw new Error(`no zod schema for ${schema.type}`);
  }
}

function zodNumber(schema: DescribedSchema): z.ZodType {
  const number = isSafeInteger(schema) ? z.int() : z.number();
  const minimum = minimumOf(schema);
  return minimum === undefined ? number : number.min(minimum);
}

/** A decoder that converts a text into a checked value. */
export interface Decoder {
  readonly name: string;
  readonly remark?: string;
  readonly decode: (text: string) => unknown;
}

/** The alternatives. Each checks the same as `schema`. */
export function createPeerDecoders(schema: v.GenericSchema): Record<'valibot' | 'zod' | 'ajv', Decoder> {
  const zodSchema = zodSchemaOf(describe(schema));
  const isValid = new Ajv().compile(jsonSchemaOf(describe(schema)));
  return {
    valibot: { name: 'JSON.parse, valibot', decode: (text) => v.parse(schema, JSON.parse(text)) },
    zod: {
      name: 'JSON.parse, zod',
      remark: 'generates code with new Function',
      decode: (text) => zodSchema.parse(JSON.parse(text)),
    },
    ajv: {
      name: 'JSON.parse, ajv',
      remark: 'generates code with new Function',
      decode(text) {
        const value: unknown = JSON.parse(text);
        if (!isValid(value)) throw new Error(isValid.errors?.[0]?.message);
        return value;
      },
    },
  };
}
