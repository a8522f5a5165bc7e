import type { JsonObject } from './is-object.js';

/** Whether two JSON values are equal. The order of members does not matter. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isEqualArray(a, b);
  return !Array.isArray(b) && isEqualObject(a as JsonObject, b as JsonObject);
}

function isEqualArray(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let nth = 0; nth < a.length; nth++) if (a[nth] !== b[nth] && !deepEqual(a[nth], b[nth])) return false;
  return true;
}

// `for in` allocates no list of keys, and identical members cause no call: this runs for every nested value of every poll.
function isEqualObject(a: JsonObject, b: JsonObject): boolean {
  let members = 0;
  for (const key in a) {
    if (a[key] !== b[key] && !(Object.hasOwn(b, key) && deepEqual(a[key], b[key]))) return false;
    members += 1;
  }
  for (const _ in b) members -= 1;
  return members === 0;
}

export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]));
}

export function isSameSet(a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}
