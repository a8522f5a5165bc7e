import { provenanceOf } from './provenance.js';

/**
 * Returns the exact value of an integer field of a record, even if its number is rounded. JavaScript numbers are exact
 * up to 2^53 only, and the API's int64 fields go up to 2^63.
 *
 * The digits come from the text that the record was decoded from. They belong to the record object itself: a copy (a
 * spread, a clone, a round trip through JSON) does not have the exact digits of rounded fields.
 *
 * @returns the exact value; `undefined` if the field is absent or not an integer, or if its digits are not known
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
