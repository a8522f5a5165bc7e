import { deepEqual } from './deep-equal.js';

/** How the members of a record compare with those of the one before, by their names. */
export interface MemberComparison {
  /** New, gone or different. */
  readonly changed: string[];
  /** Equal to the one before without being the same object. */
  readonly equal: readonly string[];
}

/** Compares a record with the one before. */
export function compareMembers(record: object, before: object): MemberComparison {
  const changed: string[] = [];
  const equal: string[] = [];
  // Reading a list is much quicker than reading members by name.
  const values: readonly unknown[] = Object.values(record);
  const namesBefore = Object.keys(before);
  const valuesBefore: readonly unknown[] = Object.values(before);
  let at = 0;
  let kept = 0;
  for (const name in record) {
    const value = values[at];
    // Most have their members in the order of the one before.
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

/** An inherited `__proto__` would bring Object.prototype into the record. */
function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined;
}
