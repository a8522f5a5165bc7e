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

/**
 * The same for members of the object itself. Members that it inherits are absent: a polluted prototype must not decide
 * what is allowed.
 */
export function readOwnMembers(given: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  try {
    if (!isObject(given)) return undefined;
    // An absent name is a member too, so that reading it later does not find an inherited one.
    return Object.fromEntries(names.map((name) => [name, Object.hasOwn(given, name) ? given[name] : undefined]));
  } catch {
    return undefined;
  }
}
