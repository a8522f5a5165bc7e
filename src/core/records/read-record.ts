import { isObject, type JsonObject } from '../shared/is-object.js';
import { idFields, type ResourceKind } from '../shared/resource-kind.js';
import { identifierProblem } from '../wire/identifier.js';
import { parseJson } from '../wire/parse-json.js';
import type { Database } from './database.js';
import type { Drift, DriftKind } from './drift.js';
import { copyExactIntegers, keepExactIntegers } from './exact-int64.js';
import { compareMembers, takeMembers } from './share-equal.js';
import { rememberIfClean, splitCredentials } from './split-credentials.js';

/** A record that was read, or the reason why it could not be. */
export type Reading<R> =
  | { readonly record: R; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: Drift };

/** The most levels of a record. The documented records have three; recursion, as in JSON.stringify, could overflow the stack. */
export const MAX_DEPTH = 32;

/**
 * Reads a parsed record in one comparison with an earlier one. Only what changed is checked further, and only for its depth
 * and for credentials: `driftOf` tells later where the record departs from api.md.
 *
 * @param parsed may be changed.
 * @param text the text that the record was parsed from, for the digits of its integers beyond 2^53. Without it, they are
 *   not known.
 * @param previous an earlier record. Equal nested values are shared with it; it is the result if the whole record is equal.
 */
export function readRecord<R extends object>(idField: string, parsed: unknown, text = '', previous?: R): Reading<R> {
  if (!isObject(parsed)) return unreadable('', 'Object');
  if (identifierProblem(parsed[idField]) !== undefined) return unreadable(idField, 'identifier');
  const { changed, equal, hasLargeNumber } = compareMembers(parsed, previous ?? {});
  if (changed.some((name) => isDeeperThan(MAX_DEPTH - 1, parsed[name])))
    return unreadable('', `at most ${MAX_DEPTH} levels of nesting`);
  if (hasLargeNumber) keepExactIntegers(parsed, text);
  if (previous === undefined || changed.length > 0) {
    const record = previous === undefined ? parsed : takeMembers(parsed, previous as JsonObject, equal);
    rememberIfClean(record, changed, previous);
    return { record: record as R };
  }
  // The numbers are equal, but the digits of integers beyond 2^53 may differ.
  copyExactIntegers(parsed, previous);
  return { record: previous };
}

/** @param path the place in the record that keeps it from being read. */
export function unreadable(path: string, expected: string, kind: DriftKind = 'wrong-type'): Reading<never> {
  return { problem: { path, kind, expected } };
}

/** Whether a JSON value has more than `levels` levels; `[]` has one. It does not search deeper than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Neither a list of values nor a call for a plain member: lists of points are long.
  for (const name in value) {
    const member = (value as JsonObject)[name];
    if (typeof member === 'object' && isDeeperThan(levels - 1, member)) return true;
  }
  return false;
}

/** Reads the text of a database record, as `decodeDatabase` describes. */
export function readDatabaseText(text: string, previous?: Database): Reading<Database> {
  return readRecord(idFields.database, parseJson(text), text, previous);
}

/**
 * Reads the answer to a create. The database exists, so an unreadable field must not cost its id. A field that is nested
 * too deeply, or contains U+FFFD in place of invalid UTF-8, is left out.
 */
export function readCreatedText(text: string): Reading<Database> {
  const value = parseJson(text);
  if (isObject(value))
    for (const field of Object.keys(value)) if (!isReadable(field, value[field])) delete value[field];
  return readRecord(idFields.database, value, text);
}

function isReadable(field: string, value: unknown): boolean {
  return !isDeeperThan(MAX_DEPTH - 1, value) && !JSON.stringify([field, value]).includes('\uFFFD');
}

/**
 * Reads a record from a parsed value, such as a member of a snapshot, and removes its credentials.
 *
 * @returns `undefined` for a value that is not a record with this id
 */
export function reviveRecord<R extends object>(resource: ResourceKind, id: string, value: unknown): R | undefined {
  const { record } = readRecord<R>(idFields[resource], value);
  const isIt = record !== undefined && (record as JsonObject)[idFields[resource]] === id;
  return isIt ? splitCredentials(record).record : undefined;
}
