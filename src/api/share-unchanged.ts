import { deepEqual } from '../shared/deep-equal.js';

/**
 * Compares a freshly parsed record with the one before, and puts the earlier value in place of each nested value
 * that is equal to it, so that whoever holds that part sees that it did not change.
 *
 * @returns the fields that are new, gone or different.
 */
export function shareUnchanged(record: Record<string, unknown>, previous: object): string[] {
  const before = previous as Readonly<Record<string, unknown>>;
  const changed: string[] = [];
  let kept = 0;
  for (const field in record) {
    const value = record[field];
    // Own fields only: an inherited `__proto__` would bring Object.prototype into the record.
    if (value === before[field]) kept += 1;
    else if (!Object.hasOwn(before, field)) changed.push(field);
    else {
      kept += 1;
      if (typeof value === 'object' && deepEqual(value, before[field])) record[field] = before[field];
      else changed.push(field);
    }
  }
  if (kept < Object.keys(before).length) {
    for (const field in before) if (!Object.hasOwn(record, field)) changed.push(field);
  }
  return changed;
}
