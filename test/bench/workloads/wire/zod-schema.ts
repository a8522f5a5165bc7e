import * as z from 'zod';
import { isSafeInteger, minimumOf, type DescribedSchema } from './described-schema.js';

/** The same schema for zod. */
export function zodSchemaOf(schema: DescribedSchema): z.ZodType {
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
