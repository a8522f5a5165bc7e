import { isObject } from './inspect.js';

/**
 * Copies the named members of what a caller gave, each read once: what is checked afterwards is what is used, whatever
 * getters and proxies do.
 *
 * @returns nothing for what is no object, or cannot be read.
 */
export function readMembers(given: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  try {
    if (!isObject(given)) return undefined;
    const members: Record<string, unknown> = {};
    for (const name of names) members[name] = given[name];
    return members;
  } catch {
    return undefined;
  }
}
