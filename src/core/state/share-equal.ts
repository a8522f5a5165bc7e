import type { LargeIntegers } from '../api/large-integers.js';
import { otherDigits } from '../api/other-digits.js';
import { provenanceOf, setProvenance } from '../api/provenance.js';
import { compareMembers } from '../shared/compare-members.js';

/**
 * Makes a record share with the one before it whatever is equal, so that whoever holds a part sees that it did not
 * change. Gives the record before if all of it is equal, its exact integers included, and the record itself if it
 * shares already, as what the client returns does.
 */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  if (before === undefined || record === before) return record;
  const { changed, equal } = compareMembers(record, before);
  if (changed.length === 0 && otherDigits(digitsOf(record), digitsOf(before)).length === 0) return before;
  return equal.length === 0 ? record : withMembers(record, before, equal);
}

type Members = Record<string, unknown>;

function withMembers<R extends object>(record: R, before: R, fields: readonly string[]): R {
  // The copy has a member of each name, so that none of them sets what `__proto__` would set otherwise.
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
