import type { DocumentedField } from './documented-field.js';

/** Returns each value of each enum of some fields. */
export function enumValues(fields: readonly DocumentedField[]): { field: string; value: string }[] {
  return fields.flatMap(({ name, values }) => values.map((value) => ({ field: name, value })));
}
