import { isObject } from './is-object.js';

/**
 * Copies the named members of an object from outside, and reads each member once: the checked value is the used value,
 * whatever getters and proxies do.
 *
 * @returns `undefined` for a value that is not an object, or that throws.
 */
export function readMembers(given: unknown, names: readonly string[], isOwnOnly = false): Members | undefined {
  try {
    if (!isObject(given)) return undefined;
    // A later read, or an assignment here, must not find an inherited member.
    const members: Members = { __proto__: null };
    for (const name of names) members[name] = isOwnOnly && !Object.hasOwn(given, name) ? undefined : given[name];
    return members;
  } catch {
    return undefined;
  }
}

/** Does the same for own members. Inherited members are absent: a polluted prototype must not decide what is allowed. */
export function readOwnMembers(given: unknown, names: readonly string[]): Members | undefined {
  return readMembers(given, names, true);
}

type Members = Record<string, unknown>;
