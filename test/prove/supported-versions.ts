import { readFileSync } from 'node:fs';
import { root } from '../docs/root.js';

/** A row of the table in docs/versions.md. */
export interface SupportedVersions {
  readonly name: string;
  readonly package: string;
  /** A range, as in package.json. */
  readonly range: string;
  /** The versions that the long checks try, oldest first. */
  readonly tried: readonly string[];
}

/** Reads the table of supported versions. */
export function supportedVersions(): SupportedVersions[] {
  const rows = readFileSync(`${root}/docs/versions.md`, 'utf8').matchAll(/^\| (\w+) \| `(.+)` \| `(.+)` \| (.+) \|$/gm);
  return [...rows].map(([, name = '', packageName = '', range = '', tried = '']) => ({
    name,
    package: packageName,
    range,
    tried: tried.split(', '),
  }));
}

/** The versions to try of a package. */
export function versionsOf(name: string): readonly string[] {
  const found = supportedVersions().find((row) => row.name === name);
  if (found === undefined) throw new Error(`docs/versions.md has no row ${name}`);
  return found.tried;
}
