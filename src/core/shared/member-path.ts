/** The path of a member of the value at `path`; `''` is the path of the whole value. */
export function memberPath(path: string, member: string): string {
  return path === '' || member === '' ? path + member : `${path}.${member}`;
}

const MAX_NAME = 64;

/** Makes the name of a member safe to show: cuts it and replaces control characters. */
export function printableName(name: string): string {
  return name.slice(0, MAX_NAME).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd');
}
