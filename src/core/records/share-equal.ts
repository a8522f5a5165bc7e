import { compareMembers } from '../shared/compare-members.js';
import type { JsonObject } from '../shared/is-object.js';
import { copyExactIntegers } from './exact-int64.js';

/**
 * Replaces the members of a record that are equal to those of the previous record by the previous objects, so that
 * unchanged parts keep their references. Never changes the record: it may be shared.
 *
 * @returns `before` if the whole record is equal; `record` if there is nothing to replace.
 */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  // The copy has an own member of each name, so that assigning to `__proto__` does not set the prototype.
  return share(record, before, () => ({ ...record }));
}

/** Does the same in the record itself, which nothing else has yet. */
export function shareInto<R extends object>(record: R, before: R | undefined): R {
  return share(record, before, () => record);
}

function share<R extends object>(record: R, before: R | undefined, writable: () => R): R {
  if (before === undefined || record === before) return record;
  const { changed, equal } = compareMembers(record, before);
  if (changed.length === 0) {
    // Their numbers are equal, but the digits of integers beyond 2^53 may differ.
    copyExactIntegers(record, before);
    return before;
  }
  if (equal.length === 0) return record;
  const shared = writable();
  for (const field of equal) (shared as JsonObject)[field] = (before as JsonObject)[field];
  copyExactIntegers(record, shared);
  return shared;
}
