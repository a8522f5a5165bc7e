import { readMembers } from './read-members.js';

/** Makes a check that a value has these methods. It checks the shape, since the value may come from another realm. */
export function hasMethods(...names: readonly string[]): (value: unknown) => boolean {
  return (value) => {
    const members = readMembers(value, names);
    return members !== undefined && names.every((name) => typeof members[name] === 'function');
  };
}
