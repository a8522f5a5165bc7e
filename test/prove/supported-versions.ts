import { readFileSync } from 'node:fs';
import { root } from '../docs/root.js';

/** Reads the table of supported versions. `tried` has the versions that the long checks try, oldest first. */
export function supportedVersions() {
  const rows = readFileSync(`${root}/docs/versions.md`, 'utf8').matchAll(/^\| (\w+) \| `(.+)` \| `(.+)` \| (.+) \|$/gm);
  return [...rows].map(([, name = '', packageName = '', range = '', tried = '']) => ({
    name,
    package: packageName,
    range,
    tried: tried.split(', '),
  }));
}

export function versionsOf(name: string): readonly string[] {
  const found = supportedVersions().find((row) => row.name === name);
  if (found === undefined) throw new Error(`docs/versions.md has no row ${name}`);
  return found.tried;
}
