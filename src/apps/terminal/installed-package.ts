import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The package.json of the package that contains this code, wherever the build puts it. */
const manifestFile = pathToFileURL(createRequire(import.meta.url).resolve('fleetglass/package.json'));

/** The folder that contains the built page of the dashboard. */
export const pageFolder = new URL('dist/dashboard/', manifestFile);

/** Reads the version of the installed package from its package.json. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string };
  return version;
}
