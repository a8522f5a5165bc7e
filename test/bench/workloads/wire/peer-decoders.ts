import { Ajv } from 'ajv';
import * as v from 'valibot';
import { describe } from './described-schema.js';
import { jsonSchemaOf } from './json-schema.js';
import { zodSchemaOf } from './zod-schema.js';

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
