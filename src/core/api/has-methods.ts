import { readMembers } from './read-members.js';

/** Makes a test of whether something has these methods: by its shape, since it may come from another realm. */
export function hasMethods(...names: readonly string[]): (value: unknown) => boolean {
  return (value) => {
    const members = readMembers(value, names);
    return members !== undefined && names.every((name) => typeof members[name] === 'function');
  };
}
