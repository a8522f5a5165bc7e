import type { DocumentedField } from './documented-field.js';
import type { JsonObject } from './document-arbitraries.js';

/** A record in which one field departs from api.md, with a description of the departure. */
export interface Departure {
  readonly how: 'missing' | 'wrong-type' | 'unknown-value';
  readonly record: JsonObject;
}

/** Lists the departures from api.md that are possible in one field of a valid record. */
export function departuresIn(record: JsonObject, { name, type, required }: DocumentedField): Departure[] {
  const { [name]: _, ...others } = record;
  const put = (how: Departure['how'], value: unknown): Departure => ({ how, record: { ...record, [name]: value } });
  return [
    ...(required ? [{ how: 'missing', record: others } as const] : []),
    put('wrong-type', mistyped(type)),
    put('wrong-type', null),
    ...(type === 'string enum' ? [put('unknown-value', 'other')] : []),
    ...(type === 'int64' || type === 'integer' ? [put('wrong-type', 1.5)] : []),
  ];
}

/** Returns a value of another type, as similar as possible to a valid value. */
function mistyped(type: DocumentedField['type']): unknown {
  if (type === 'boolean') return 'true';
  if (type.startsWith('string')) return true;
  return type.startsWith('array') || type === 'object' ? 'text' : '1';
}
