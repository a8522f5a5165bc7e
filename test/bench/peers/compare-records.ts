import type { Database } from '../../../src/core/records/database.js';

type Json = Readonly<Record<string, unknown>>;

/** The changed fields of a record: the minimum work to find the changes of an answer. */
export function changedFields(before: Database, after: Database): string[] {
  const [a, b] = [before as Json, after as Json];
  const changed: string[] = [];
  let fields = 0;
  for (const field in b) {
    fields += 1;
    if (a[field] !== b[field] && !isSameValue(a[field], b[field])) changed.push(field);
  }
  for (const _ in a) fields -= 1;
  if (fields !== 0) for (const field in a) if (!Object.hasOwn(b, field)) changed.push(field);
  return changed;
}

/** Stops at the first difference. */
export function isSameRecord(before: Database, after: Database): boolean {
  return isSameValue(before, after);
}

/** Whether two JSON values are equal. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  return !Array.isArray(b) && isSameObject(a as Json, b as Json);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at] && !isSameValue(a[at], b[at])) return false;
  return true;
}

function isSameObject(a: Json, b: Json): boolean {
  let fields = 0;
  for (const field in b) {
    fields += 1;
    if (a[field] !== b[field] && !isSameValue(a[field], b[field])) return false;
  }
  for (const _ in a) fields -= 1;
  return fields === 0;
}
