/** The path of a member of what is at `path`: `''` is the whole. */
export function memberPath(path: string, member: string): string {
  return path === '' || member === '' ? path + member : `${path}.${member}`;
}
