import { Ajv } from 'ajv';
import { document } from './api-document.js';
import type { DocumentedField } from './documented-field.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the problems of a value, such as `/state must be equal to one of the allowed values`. */
export type Conformance = (value: unknown) => string[];

export function createConformance(schema: JsonSchema): Conformance {
  const validate = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false }).compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
    );
  };
}

/**
 * Creates the strict schema of a database record: it allows the fields of api.md and the given `credentials`, which
 * api.md mentions without their names.
 */
export function databaseJsonSchema(credentials: readonly string[] = []): JsonSchema {
  const schema = objectSchema(document.database);
  const secrets = Object.fromEntries(credentials.map((name) => [name, { type: 'string', minLength: 1 }]));
  return { ...schema, properties: { ...schema.properties, ...secrets } };
}

/** Creates the schema of the list of vector indices. An index has a price exactly if its plan has prices. */
export function vectorIndicesJsonSchema(): JsonSchema {
  const { vectorIndex } = document;
  const conditions = vectorIndex.filter(({ required }) => !required).map(presentForPlans);
  return { type: 'array', items: { ...objectSchema(vectorIndex), allOf: conditions } };
}

/**
 * Creates the schema of the body of a create request. The record repeats some integers of the request, so the type in
 * the record limits them: a record with a greater budget would depart from api.md.
 */
export function createRequestJsonSchema(): JsonSchema {
  const { createRequest, database } = document;
  const isInt64 = (name: string): boolean => database.some((field) => field.name === name && field.type === 'int64');
  return objectSchema(createRequest.map((field) => (isInt64(field.name) ? { ...field, type: 'int64' } : field)));
}

function objectSchema(fields: readonly DocumentedField[]) {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function fieldSchema({ type, values, members, note }: DocumentedField): JsonSchema {
  switch (type) {
    case 'string':
      return { type: 'string', ...formOf(note) };
    case 'string enum':
      return { type: 'string', enum: values };
    // A JSON Schema gets numbers, so the bounds are exact only up to 2^53.
    case 'int64':
      return { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 };
    case 'object':
      return objectSchema(members);
    case 'array of string':
      return { type: 'array', items: { type: 'string' } };
    case 'array of string enum':
      return { type: 'array', items: { type: 'string', enum: values } };
    case 'array of object':
      return { type: 'array', items: objectSchema(members) };
    case 'boolean':
    case 'integer':
    case 'number':
      return { type };
  }
}

/** Converts a format in angle brackets of api.md, an e-mail address or a time, to a pattern. */
function formOf(note: string): JsonSchema {
  if (note.includes('(<EMAIL>)')) return { pattern: '^\\S+@\\S+$' };
  const time = /of the form `<(YYYY.+)>`/.exec(note)?.[1];
  if (time === undefined) return {};
  const escaped = time.replace(/[.+]/g, '\\$&');
  return { pattern: `^${escaped.replace(/Y+|M+|D+|H+|S+|m+/g, (letters) => `\\d{${letters.length}}`)}$` };
}

function presentForPlans({ name, note }: DocumentedField): JsonSchema {
  const plans = /present for (.+) plans only/.exec(note)?.[1]?.split(' and ');
  if (plans === undefined) throw new Error(`api.md: when is ${name} present? ${note}`);
  return {
    oneOf: [
      { properties: { type: { enum: plans } }, required: [name] },
      { properties: { type: { not: { enum: plans } }, [name]: false } },
    ],
  };
}
