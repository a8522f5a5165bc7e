import { deepEqual } from './deep-equal.js';

/** The names of the members that differ between two records. */
export interface MemberComparison {
  /** Members that are new, removed or different. */
  readonly changed: string[];
  /** Members that are deep-equal but not the same object. */
  readonly equal: readonly string[];
}

/** Compares a record with the previous record. */
export function compareMembers(record: object, before: object): MemberComparison {
  const changed: string[] = [];
  const equal: string[] = [];
  // Object.values is much faster than access by dynamic names.
  const values: readonly unknown[] = Object.values(record);
  const namesBefore = Object.keys(before);
  const valuesBefore: readonly unknown[] = Object.values(before);
  let at = 0;
  let kept = 0;
  for (const name in record) {
    const value = values[at];
    // Most records have their members in the same order as the previous record.
    const valueBefore = namesBefore[at] === name ? valuesBefore[at] : ownMember(before, name);
    at += 1;
    if (valueBefore !== undefined) kept += 1;
    if (value === valueBefore) continue;
    const isEqual = typeof valueBefore === 'object' && deepEqual(value, valueBefore);
    (isEqual ? equal : changed).push(name);
  }
  if (kept === namesBefore.length) return { changed, equal };
  return { changed: changed.concat(namesBefore.filter((name) => !Object.hasOwn(record, name))), equal };
}

/** Ignores inherited members: `__proto__` would return Object.prototype. */
function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined;
}
