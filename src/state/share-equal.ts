import { provenanceOf, setProvenance } from '../api/provenance.js';
import { deepEqual } from '../shared/deep-equal.js';

/**
 * Makes a record share with the one before it whatever is equal, so that whoever holds a part sees that it did not
 * change. Gives the record before if all of it is equal, its exact integers included, and the record itself if it
 * shares already, as what the client returns does.
 */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  if (before === undefined || record === before) return record;
  const { equal, isSame } = compareMembers(record, before);
  if (isSame && isSameExact(record, before)) return before;
  return equal.length === 0 ? record : withMembers(record, before, equal);
}

/** Which members are equal without being the same, and whether all are either. */
function compareMembers(record: object, before: object): { equal: readonly string[]; isSame: boolean } {
  const [fields, values, fieldsBefore] = [Object.keys(record), Object.values(record), Object.keys(before)];
  const valuesBefore: readonly unknown[] = Object.values(before);
  const equal: string[] = [];
  let isSame = fields.length === fieldsBefore.length;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string;
    // Mostly they are in the same order. Reading a list is much quicker than a field.
    const valueBefore = fieldsBefore[at] === field ? valuesBefore[at] : ownMember(before, field);
    if (values[at] === valueBefore && (valueBefore !== undefined || Object.hasOwn(before, field))) continue;
    if (typeof valueBefore === 'object' && deepEqual(values[at], valueBefore)) equal.push(field);
    else isSame = false;
  }
  return { equal, isSame };
}

function ownMember(object: object, field: string): unknown {
  return Object.hasOwn(object, field) ? (object as Members)[field] : undefined;
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

/** Two integers beyond 2^53 may be equal as numbers and differ in their digits. */
function isSameExact(a: object, b: object): boolean {
  const exactA = provenanceOf(a)?.exact;
  const exactB = provenanceOf(b)?.exact;
  if (exactA === exactB) return true;
  return exactA?.size === exactB?.size && [...(exactA ?? [])].every(([field, digits]) => exactB?.get(field) === digits);
}
