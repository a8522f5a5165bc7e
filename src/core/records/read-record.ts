import { isObject, type JsonObject } from '../shared/is-object.js';
import { idFields, type ResourceKind } from '../shared/resource-kind.js';
import { identifierProblem } from '../wire/identifier.js';
import { parseJson } from '../wire/parse-json.js';
import type { Database } from './database.js';
import type { Drift } from './drift.js';
import { copyExactIntegers, keepExactIntegers } from './exact-int64.js';
import { compareMembers, takeMembers } from './share-equal.js';
import { rememberIfClean, splitCredentials } from './split-credentials.js';

export type Reading<R> =
  | { readonly record: R; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: Drift };

/** The documented records have three levels. Recursion over more could overflow the stack. */
export const MAX_DEPTH = 32;

/**
 * Reads a parsed record and compares it with an earlier one. Only changed members are checked for depth and secrets.
 *
 * @param parsed may be changed.
 * @param text the text of the record, for the digits of its integers beyond 2^53
 * @param previous an earlier record. The result shares its equal nested values. For an equal record, it is the result
 */
export function readRecord<R extends object>(
  idField: string,
  parsed: unknown,
  text?: string,
  previous?: R,
): Reading<R> {
  if (!isObject(parsed)) return unreadable('', 'Object');
  const before = (previous ?? {}) as JsonObject;
  if (identifierProblem(parsed[idField]) !== undefined) return unreadable(idField, 'identifier');
  const { changed, equal, hasLargeNumber } = compareMembers(parsed, before);
  if (changed.some((name) => isDeeperThan(MAX_DEPTH - 1, parsed[name])))
    return unreadable('', `at most ${MAX_DEPTH} levels of nesting`);
  // Without a text, the digits of an equal earlier record stay.
  if (hasLargeNumber && text) keepExactIntegers(parsed, text);
  if (previous === undefined || changed.length > 0) {
    const record = takeMembers(parsed, before, equal);
    rememberIfClean(record, changed, previous);
    return { record: record as R };
  }
  // The numbers are equal, but the digits of integers beyond 2^53 may differ.
  copyExactIntegers(parsed, previous);
  return { record: previous };
}

export function unreadable(path: string, expected: string): Reading<never> {
  return { problem: { path, kind: 'wrong-type', expected } };
}

/** Whether a JSON value has more than `levels` levels; `[]` has one. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Lists of points are long, so this allocates no list of members, and calls nothing for a number or a string.
  for (const name in value) {
    const member = (value as JsonObject)[name];
    if (typeof member === 'object' && isDeeperThan(levels - 1, member)) return true;
  }
  return false;
}

export function readDatabaseText(text: string, previous?: Database): Reading<Database> {
  return readRecord(idFields.database, parseJson(text), text, previous);
}

/** Reads the answer to a create. The database exists, so an unreadable field is left out and must not cost its id. */
export function readCreatedText(text: string): Reading<Database> {
  const value = parseJson(text);
  if (isObject(value))
    for (const field of Object.keys(value)) if (!isReadable(field, value[field])) delete value[field];
  return readRecord(idFields.database, value, text);
}

/** U+FFFD stands for invalid UTF-8. */
function isReadable(field: string, value: unknown): boolean {
  return !isDeeperThan(MAX_DEPTH - 1, value) && !JSON.stringify([field, value]).includes('\uFFFD');
}

/** Reads a parsed value without its credentials; `undefined` if it is not a record with this id. */
export function reviveRecord<R extends object>(resource: ResourceKind, id: string, value: unknown): R | undefined {
  const { record } = readRecord<R>(idFields[resource], value);
  const hasId = record !== undefined && (record as JsonObject)[idFields[resource]] === id;
  return hasId ? splitCredentials(record).record : undefined;
}
