/** The path of a member of the value at `path`; `''` is the path of the whole value. */
export function memberPath(path: string, member: string): string {
  return path === '' || member === '' ? path + member : `${path}.${member}`;
}
