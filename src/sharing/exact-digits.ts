import { exactIntegersOf, setExactIntegers } from '../core/records/exact-int64.js';
import { isObject } from '../core/shared/is-object.js';

/** The exact digits of a record's integers beyond 2^53, by field, for JSON; `undefined` if it has none. */
export function digitsOf(record: object): Record<string, string> | undefined {
  const exact = exactIntegersOf(record);
  return exact && Object.fromEntries([...exact].map(([field, value]) => [field, String(value)]));
}

/** Gives a record of another member its exact digits. Digits that do not round to the number in the record are ignored. */
export function setDigits(record: object, digits: unknown): void {
  if (!isObject(digits)) return;
  const literals = Object.entries(digits).filter(
    ([, literal]) => typeof literal === 'string' && /^-?\d{16,20}$/.test(literal),
  );
  setExactIntegers(
    record,
    literals.map(([field, literal]) => [field, BigInt(literal as string)]),
  );
}
