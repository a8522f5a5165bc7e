import { provenanceOf } from './provenance.js';

/**
 * Gives an integer field of a record exactly, also where its number is rounded: JavaScript numbers are exact only
 * up to 2^53, the API's int64 fields go up to 2^63.
 *
 * The digits come from the text that the record was decoded from. They belong to the record object itself: a copy
 * of it (a spread, a clone, a round trip through JSON) has lost the digits of the fields that are rounded.
 *
 * @returns the exact value; `undefined` where the field is absent, is no integer, or its digits are not known.
 * @example
 * ```ts
 * record.db_request_limit; // 8024278031528737000
 * exactInt64(record, 'db_request_limit'); // 8024278031528736858n
 * ```
 * @see api.md, Resources and their fields: the fields of type int64.
 */
export function exactInt64<R extends object>(record: R, field: keyof R & string): bigint | undefined {
  const exact = provenanceOf(record)?.exact?.get(field);
  if (exact !== undefined) return exact;
  const value = record[field];
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
