import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from '../docs/root.js';

export const src = join(root, 'src');

/** The files of `src` whose names match, by their paths in it. @param names by default those of TypeScript */
export async function sourceFiles(names = /\.tsx?$/): Promise<string[]> {
  const entries = await readdir(src, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map(({ name, parentPath }) => relative(src, join(parentPath, name)).split(sep).join('/'));
}
