import { provenanceOf, setProvenance } from '../api/provenance.js';
import { deepEqual } from '../shared/deep-equal.js';

/**
 * Makes a record share with the one before it whatever is equal, so that whoever holds a part sees that it did not
 * change. Gives the record before if all of it is equal, its exact integers included, and the record itself if it
 * shares already, as what the client returns does.
 */
export function shareEqual<R extends object>(record: R, before: R | undefined): R {
  if (before === undefined || record === before) return record;
  const fields = Object.keys(record) as (keyof R & string)[];
  const changed = fields.filter((field) => record[field] !== before[field]);
  const equal = changed.filter((field) => Object.hasOwn(before, field) && deepEqual(record[field], before[field]));
  const isSame = changed.length === equal.length && fields.length === Object.keys(before).length;
  if (isSame && isSameExact(record, before)) return before;
  return equal.length === 0 ? record : withParts(record, before, new Set<string>(equal));
}

function withParts<R extends object>(record: R, before: R, fields: ReadonlySet<string>): R {
  const parts = before as Readonly<Record<string, unknown>>;
  // Defines each member: to assign one that is named `__proto__` would change the object's prototype.
  const shared = Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, fields.has(field) ? parts[field] : value]),
  ) as R;
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
