import { identifierProblem } from '../wire/identifier.js';
import { isObject } from '../shared/is-object.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { Drift, DriftKind } from './drift.js';
import { keepExactIntegers } from './exact-int64.js';
import { shareInto } from './share-equal.js';

/** A record that was read, or the reason why it could not be. */
export type Reading<R> =
  | { readonly record: R; readonly problem?: undefined }
  | { readonly record?: undefined; readonly problem: Drift };

/** The field with the id of each kind of resource. */
export const idFields: Readonly<Record<ResourceKind, string>> = { database: 'database_id', index: 'id' };

/** The most levels of a record. The documented records have three; recursion, as in JSON.stringify, could overflow the stack. */
export const MAX_DEPTH = 32;

/**
 * Reads a parsed record. Only its id and its depth are checked: `driftOf` tells later where the record departs from api.md.
 *
 * @param parsed may be changed.
 * @param text the text that the record was parsed from, for the digits of its integers beyond 2^53. Without it, they are
 *   not known.
 * @param previous an earlier record. Equal nested values are shared with it; it is the result if the whole record is equal.
 */
export function readRecord<R extends object>(idField: string, parsed: unknown, text = '', previous?: R): Reading<R> {
  if (!isObject(parsed)) return unreadable('', 'Object');
  if (identifierProblem(parsed[idField]) !== undefined) return unreadable(idField, 'identifier');
  if (isDeeperThan(MAX_DEPTH, parsed)) return unreadable('', `at most ${MAX_DEPTH} levels of nesting`);
  keepExactIntegers(parsed, text);
  return { record: shareInto(parsed as R, previous) };
}

/** @param path the place in the record that keeps it from being read. */
export function unreadable(path: string, expected: string, kind: DriftKind = 'wrong-type'): Reading<never> {
  return { problem: { path, kind, expected } };
}

/** Whether a JSON value has more than `levels` levels; `[]` has one. It does not search deeper than that. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // Neither a list of values nor a call for a plain member: this runs for each answer.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member === 'object' && isDeeperThan(levels - 1, member)) return true;
  }
  return false;
}
