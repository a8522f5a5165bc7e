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
 * The digits come from the text that a database was decoded from. They belong to the record object itself. A copy, such
 * as a spread, a clone, a round trip through JSON or a snapshot, does not have the exact digits of rounded fields.
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

/** Matches an escaped letter, digit or underscore. A name that has one would not be found. */
const ESCAPED_WORD = /\\u00(?:3\d|[4-7])/i;

/** Matches the number behind the name of a member. */
const NUMBER = /^\s*:\s*(-?\d[\d.eE+-]*)/;

/** Reads the exact integers of a record that has integers beyond 2^53 from its JSON text. */
export function keepExactIntegers(record: JsonObject, text: string): void {
  if (ESCAPED_WORD.test(text)) return;
  const fields = Object.keys(record).filter((field) => isLargeInteger(record[field]) && /^\w+$/.test(field));
  const digits = fields.map((field) => [field, digitsIn(text, field, record[field] as number)] as const);
  setExactIntegers(record, digits);
}

/** The exact value of a field; `undefined` if members of this name with different digits round to the same number. */
function digitsIn(text: string, field: string, rounded: number): bigint | undefined {
  const found = new Set<bigint | undefined>();
  // A string cannot contain such a member, since its quotes are escaped.
  for (const part of text.split(`"${field}"`)) {
    const literal = NUMBER.exec(part)?.[1] ?? '';
    if (rounded === Number(literal)) found.add(/^-?\d{16,20}$/.test(literal) ? BigInt(literal) : undefined);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Gives a record the exact integers of another record, for the fields that have the same number. */
export function copyExactIntegers(from: object, to: object): void {
  const exact = exactIntegersOf(from);
  if (exact !== undefined) setExactIntegers(to, exact);
}

/** Keeps the integers that round to the number in the record. */
export function setExactIntegers(record: object, exact: Iterable<readonly [string, bigint | undefined]>): void {
  const kept = new Map<string, bigint>();
  for (const [field, value] of exact)
    if (value !== undefined && (record as JsonObject)[field] === Number(value)) kept.set(field, value);
  exactIntegers().set(record, kept);
}
