import { deepEqual } from '../shared/deep-equal.js';

/**
 * Compares a freshly parsed record with the one before, and puts the earlier value in place of each nested value
 * that is equal to it, so that whoever holds that part sees that it did not change.
 *
 * @returns the fields that are new, gone or different.
 */
export function shareUnchanged(record: Record<string, unknown>, previous: object): string[] {
  const changed: string[] = [];
  // Reading a list is much quicker than reading fields by name.
  const values = Object.values(record);
  const fieldsBefore = Object.keys(previous);
  const valuesBefore: unknown[] = Object.values(previous);
  let at = 0;
  let kept = 0;
  for (const field in record) {
    const value = values[at];
    // Most answers have their fields in the order of the one before.
    const before = fieldsBefore[at] === field ? valuesBefore[at] : ownValue(previous, field);
    at += 1;
    if (before !== undefined) kept += 1;
    if (value === before) continue;
    if (typeof before === 'object' && deepEqual(value, before)) record[field] = before;
    else changed.push(field);
  }
  if (kept === fieldsBefore.length) return changed;
  return changed.concat(fieldsBefore.filter((field) => !Object.hasOwn(record, field)));
}

/** An inherited `__proto__` would bring Object.prototype into the record. */
function ownValue(object: object, field: string): unknown {
  return Object.hasOwn(object, field) ? (object as Readonly<Record<string, unknown>>)[field] : undefined;
}
