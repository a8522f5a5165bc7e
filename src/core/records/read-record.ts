import { compareMembers } from '../shared/compare-members.js';
import { isObject, type JsonObject } from '../shared/is-object.js';
import { identifierProblem } from '../wire/identifier.js';
import { isCredentialField } from './credential-fields.js';
import type { Drift, DriftKind } from './drift.js';
import { holdsCredential } from './holds-credential.js';
import { isLargeInteger } from './large-integer.js';
import type { LargeIntegers } from './large-integers.js';
import { isDeeperThan } from './nesting.js';
import { otherDigits } from './other-digits.js';
import { provenanceOf, setProvenance } from './provenance.js';

/** A record that was read from an answer, or the reason why it could not be read. */
export type Reading<R> =
  | { readonly record: R; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: Drift };

/** The field that identifies a record, by the kind of its resource. */
export const idFields = { database: 'database_id', index: 'id' } as const;

/** A record with more levels is refused: recursion over it, here or in JSON.stringify, could overflow the stack. */
export const MAX_DEPTH = 32;

/**
 * Checks a parsed record before its use, and returns the record to use. Only `fields` are new: the record shares its
 * other fields with an earlier response.
 *
 * @throws UnusableAnswer for a record that must not be used
 */
export type ScreenRecord = (record: JsonObject, fields: readonly string[]) => JsonObject;

/**
 * Reads a parsed record. Values that are equal in `previous` are shared with it. Only the id is checked: `driftOf` tells
 * later where the record departs from api.md.
 *
 * @param parsed may be changed.
 * @param readDigits reads the record's integers beyond 2^53 from the text; called only if there are any.
 * @param previous ignored if it was not decoded here: its digits are not known.
 * @param screen sees the fields that are new, at most 32 levels deep, before they are used.
 */
export function readRecord<R extends object>(
  idField: string,
  parsed: unknown,
  readDigits: () => LargeIntegers | undefined,
  previous: R | undefined,
  screen?: ScreenRecord,
): Reading<R> {
  if (!isObject(parsed)) return unreadable('', 'Object');
  let value = parsed;
  const before = previous && provenanceOf(previous);
  const changed = previous && before && shareUnchanged(value, previous);
  if (changed === undefined || changed.includes(idField)) {
    if (identifierProblem(value[idField]) !== undefined) return unreadable(idField, 'identifier');
  }

  let hasLarge = before?.exact !== undefined;
  for (const member of changed ? changed.map((field) => value[field]) : Object.values(value)) {
    if (isDeeperThan(MAX_DEPTH - 1, member)) return unreadable('', `at most ${MAX_DEPTH} levels of nesting`);
    hasLarge ||= isLargeInteger(member);
  }
  if (screen) value = screen(value, changed ?? Object.keys(value));
  const exact = hasLarge ? digitsOf(value, readDigits()) : undefined;
  if (changed && before?.exact && exact) addFieldsOfOtherDigits(changed, before.exact, exact);
  if (previous && before && changed?.length === 0) return { record: previous };

  const isSecretFree =
    before?.isSecretFree && changed?.every((field) => !isCredentialField(field) && !holdsCredential(value[field]));
  setProvenance(value, { exact, isSecretFree });
  return { record: value as R };
}

/** The exact integers of a record, without the fields that the screen masked. */
export function digitsOf(record: object, digits: LargeIntegers = NO_DIGITS): LargeIntegers {
  const value = record as JsonObject;
  return new Map([...digits].filter(([field]) => Object.hasOwn(value, field) && isLargeInteger(value[field])));
}

const NO_DIGITS: LargeIntegers = new Map();

/** @param path the place in the record that keeps it from being read. */
export function unreadable(path: string, expected: string, kind: DriftKind = 'wrong-type'): Reading<never> {
  return { problem: { path, kind, expected } };
}

/**
 * Replaces each nested value that is equal to the earlier value with that value, so that its reference does not change.
 * Returns the fields that are new, gone or different.
 */
function shareUnchanged(record: JsonObject, previous: object): string[] {
  const { changed, equal } = compareMembers(record, previous);
  for (const field of equal) record[field] = (previous as JsonObject)[field];
  return changed;
}

function addFieldsOfOtherDigits(changed: string[], before: LargeIntegers, exact: LargeIntegers): void {
  const others = otherDigits(before, exact);
  if (others.length === 0) return;
  const known = new Set(changed);
  for (const field of others) if (!known.has(field)) changed.push(field);
}
