import { isObject } from '../api/inspect.js';
import { parseLargeInteger } from '../api/large-integer.js';
import type { LargeIntegers } from '../api/large-integers.js';
import { provenanceOf } from '../api/provenance.js';

/** The exact digits of a record's integers beyond 2^53, by field, for JSON; `undefined` if it has none. */
export function digitsOf(record: object | undefined): Record<string, string> | undefined {
  const exact = record && provenanceOf(record)?.exact;
  return exact && Object.fromEntries([...exact].map(([field, value]) => [field, String(value)]));
}

/** Reads exact digits from JSON, without digits that do not round to the number in the record. */
export function readDigits(record: unknown, digits: unknown): LargeIntegers {
  const exact = new Map<string, bigint>();
  if (!isObject(record) || !isObject(digits)) return exact;
  for (const [field, literal] of Object.entries(digits)) {
    const integer = typeof literal === 'string' ? parseLargeInteger(literal) : undefined;
    if (integer !== undefined && Number(integer) === record[field]) exact.set(field, integer);
  }
  return exact;
}
