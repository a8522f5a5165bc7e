import { deepEqual } from '../shared/deep-equal.js';
import type { JsonObject } from '../shared/is-object.js';
import { copyExactIntegers } from './exact-int64.js';

export function compareMembers(record: object, before: object) {
  /** New, removed or different. */
  const changed: string[] = [];
  /** Deep-equal but not the same object. */
  const equal: string[] = [];
  const namesBefore = Object.keys(before);
  // Access by a dynamic name is slow, except to the object of the running `for in`. Object.values is much faster.
  const valuesBefore: readonly unknown[] = Object.values(before);
  /** Whether a member is a number beyond 2^53, whose digits may differ although the number is equal. */
  let hasLargeNumber = false;
  let place = 0;
  let shared = 0;
  for (const name in record) {
    const value = (record as JsonObject)[name];
    // Most records have their members in the same order as the earlier record.
    const valueBefore = namesBefore[place] === name ? valuesBefore[place] : ownMember(before, name);
    place += 1;
    if (valueBefore !== undefined) shared += 1;
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) hasLargeNumber = true;
    if (value === valueBefore) continue;
    const isEqual = typeof valueBefore === 'object' && deepEqual(value, valueBefore);
    (isEqual ? equal : changed).push(name);
  }
  if (shared < namesBefore.length) for (const name of namesBefore) if (!Object.hasOwn(record, name)) changed.push(name);
  return { changed, equal, hasLargeNumber };
}

/** Ignores inherited members: `__proto__` would return Object.prototype. */
function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined;
}

/** Returns a record that shares its equal members with `before`, or `before` itself if all members are equal. */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  if (before === undefined || record === before) return record;
  const { changed, equal } = compareMembers(record, before);
  if (changed.length > 0 && equal.length === 0) return record;
  // The copy has an own member of each name, so that assigning to `__proto__` does not set the prototype.
  const shared = changed.length === 0 ? before : takeMembers({ ...record }, before, equal);
  // The numbers of an equal record are equal, but the digits of integers beyond 2^53 may differ.
  copyExactIntegers(record, shared);
  return shared;
}

export function takeMembers<R extends object>(record: R, before: R, names: readonly string[]): R {
  for (const name of names) (record as JsonObject)[name] = (before as JsonObject)[name];
  return record;
}
