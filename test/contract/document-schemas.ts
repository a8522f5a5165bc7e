import type { ApiDocument } from './api-document.js';
import type { DocumentedField } from './documented-field.js';
import type { DocumentedOperation, NameAndValue } from './documented-operation.js';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schema of a database record: strict, nothing but what api.md lists and the fields that are `credentials`,
 * which it mentions without naming them.
 */
export function databaseJsonSchema({ database }: ApiDocument, credentials: readonly string[] = []): JsonSchema {
  const schema = objectSchema(database);
  const secrets = Object.fromEntries(credentials.map((name) => [name, { type: 'string', minLength: 1 }]));
  return { ...schema, properties: { ...schema.properties, ...secrets } };
}

/** The schema of the list of vector indices. An index has a price if its plan is one that has prices, and only then. */
export function vectorIndicesJsonSchema({ vectorIndex }: ApiDocument): JsonSchema {
  const conditions = vectorIndex.filter(({ required }) => !required).map(presentForPlans);
  return { type: 'array', items: { ...objectSchema(vectorIndex), allOf: conditions } };
}

/**
 * The schema of the body of a create request. An integer that the record repeats is bounded by its type there: the
 * record of a greater budget could not be what api.md says.
 */
export function createRequestJsonSchema({ createRequest, database }: ApiDocument): JsonSchema {
  const isInt64 = (name: string): boolean => database.some((field) => field.name === name && field.type === 'int64');
  return objectSchema(createRequest.map((field) => (isInt64(field.name) ? { ...field, type: 'int64' } : field)));
}

/** The schema of a whole request, as `{ method, path, query, headers, body }` with the names of headers in lower case. */
export function operationJsonSchema(document: ApiDocument, operation: DocumentedOperation): JsonSchema {
  const path = operation.path.replace(/\{\w+\}/g, '[^/?#]+');
  const headers = operation.headers.map(({ name, value }) => [name.toLowerCase(), headerSchema(value)] as const);
  return {
    type: 'object',
    properties: {
      method: { const: operation.method },
      path: { type: 'string', pattern: `^${path}$` },
      query: { type: 'object', properties: constants(operation.queryParameters), additionalProperties: false },
      headers: { type: 'object', properties: Object.fromEntries(headers), required: headers.map(([name]) => name) },
      ...(operation.hasBody && { body: createRequestJsonSchema(document) }),
    },
    required: ['method', 'path', 'query', 'headers', ...(operation.hasBody ? ['body'] : [])],
    additionalProperties: false,
  };
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
    // Digits beyond 2^53 are lost before a JSON Schema sees them: the bounds are as exact as a number can be.
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

/** The form of a string that api.md prints in angle brackets: an e-mail address, or a time by its letters. */
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

/** `Basic <encoded-value>` is a form, `application/json` is a value. */
function headerSchema(value: string): JsonSchema {
  const base64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';
  return value.includes('<') ? { type: 'string', pattern: `^${value.replace(/<[^>]+>/, base64)}$` } : { const: value };
}

function constants(pairs: readonly NameAndValue[]): Record<string, JsonSchema> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, { const: value }]));
}
