import type { LargeIntegers } from '../records/large-integers.js';
import { otherDigits } from '../records/other-digits.js';
import { provenanceOf, setProvenance } from '../records/provenance.js';
import { compareMembers } from '../shared/compare-members.js';

/**
 * Replaces the members of a record that are equal to those of the previous record by the previous objects, so that
 * unchanged parts keep their references.
 *
 * @returns `before` if the whole record is equal, exact integers included; `record` if there is nothing to replace.
 */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  if (before === undefined || record === before) return record;
  const { changed, equal } = compareMembers(record, before);
  if (changed.length === 0 && otherDigits(digitsOf(record), digitsOf(before)).length === 0) return before;
  return equal.length === 0 ? record : withMembers(record, before, equal);
}

type Members = Record<string, unknown>;

function withMembers<R extends object>(record: R, before: R, fields: readonly string[]): R {
  // The copy already has an own member of each name, so that assigning to `__proto__` does not set the prototype.
  const shared = { ...record };
  for (const field of fields) (shared as Members)[field] = (before as Members)[field];
  const provenance = provenanceOf(record);
  if (provenance !== undefined) setProvenance(shared, provenance);
  return shared;
}

function digitsOf(record: object): LargeIntegers {
  return provenanceOf(record)?.exact ?? NO_DIGITS;
}

const NO_DIGITS: LargeIntegers = new Map();
