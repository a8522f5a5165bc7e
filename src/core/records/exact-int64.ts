import { sharedByCopies } from '../shared/copies.js';
import type { JsonObject } from '../shared/is-object.js';

/** Exact integers beyond 2^53, by field. */
export type ExactIntegers = ReadonlyMap<string, bigint>;

/** A WeakMap, so that code that reads, copies, compares or prints a record sees plain JSON. */
const exactIntegers = /* @__PURE__ */ sharedByCopies('exact-integers', () => new WeakMap<object, ExactIntegers>());

/**
 * Returns the exact value of an integer field of a record, even if its number is rounded. JavaScript numbers are exact
 * up to 2^53 only, and the API's int64 fields go up to 2^63.
 *
 * The digits come from the text that a database was decoded from. They belong to the record object itself: a copy (a
 * spread, a clone, a round trip through JSON, a snapshot) does not have the exact digits of rounded fields.
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
  const value = record[field];
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  return isLargeInteger(value) ? exactIntegersOf(record)?.get(field) : undefined;
}

/** Whether a number is an integer beyond 2^53, which may be rounded. */
export function isLargeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

export function exactIntegersOf(record: object): ExactIntegers | undefined {
  return exactIntegers().get(record);
}

/** Matches the members of JSON objects that are numbers. A string cannot contain such a member, since its quotes are escaped. */
const NUMBER_MEMBER = /"(\w+)"\s*:\s*(-?\d[\d.eE+-]*)/g;

/** Matches an escaped letter, digit or underscore. A name that has one would not be found. */
const ESCAPED_WORD = /\\u00(?:3\d|[4-7])/i;

/** Reads the exact integers of a record from its JSON text. Costs little for a record without integers beyond 2^53. */
export function keepExactIntegers(record: JsonObject, text: string): void {
  if (!hasLargeInteger(record) || ESCAPED_WORD.test(text)) return;
  const exact = new Map<string, bigint | undefined>();
  for (const [, field = '', literal = ''] of text.matchAll(NUMBER_MEMBER)) {
    if (!Object.hasOwn(record, field) || !isLargeInteger(record[field]) || record[field] !== Number(literal)) continue;
    const value = /^-?\d{16,20}$/.test(literal) ? BigInt(literal) : undefined;
    // The text may have another member of this name: deeper in the record, or a duplicate.
    exact.set(field, exact.has(field) && exact.get(field) !== value ? undefined : value);
  }
  setExactIntegers(record, exact);
}

function hasLargeInteger(record: JsonObject): boolean {
  for (const field in record) {
    const value = record[field];
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return true;
  }
  return false;
}

/** Gives a record the exact integers of another record, for the fields that have the same number. */
export function copyExactIntegers(from: object, to: object): void {
  const exact = exactIntegersOf(from);
  if (exact !== undefined && from !== to) setExactIntegers(to, exact);
}

/** Keeps the integers that round to the number in the record. */
export function setExactIntegers(record: object, exact: Iterable<readonly [string, bigint | undefined]>): void {
  const kept = new Map<string, bigint>();
  for (const [field, value] of exact)
    if (value !== undefined && (record as JsonObject)[field] === Number(value)) kept.set(field, value);
  exactIntegers().set(record, kept);
}
