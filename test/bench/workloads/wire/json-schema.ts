import { isSafeInteger, minimumOf, type DescribedSchema } from './described-schema.js';

/** The same schema for ajv. */
export function jsonSchemaOf(schema: DescribedSchema): object {
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
