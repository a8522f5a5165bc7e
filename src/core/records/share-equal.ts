import { compareMembers } from '../shared/compare-members.js';
import type { JsonObject } from '../shared/is-object.js';
import { copyExactIntegers } from './exact-int64.js';

/**
 * Replaces the members of a record that are equal to those of the previous record by the previous objects, so that
 * unchanged parts keep their references.
 *
 * @returns `before` if the whole record is equal; `record` if there is nothing to replace.
 */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  if (before === undefined || record === before) return record;
  const { changed, equal } = compareMembers(record, before);
  if (changed.length === 0) {
    // Their numbers are equal, but the digits of integers beyond 2^53 may differ.
    copyExactIntegers(record, before);
    return before;
  }
  if (equal.length === 0) return record;
  // The copy already has an own member of each name, so that assigning to `__proto__` does not set the prototype.
  const shared = { ...record };
  for (const field of equal) (shared as JsonObject)[field] = (before as JsonObject)[field];
  copyExactIntegers(record, shared);
  return shared;
}
