import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The package.json of the package that contains this code, wherever the build puts it. */
const manifestFile = pathToFileURL(createRequire(import.meta.url).resolve('fleetglass/package.json'));

export const pageFolder = new URL('dist/dashboard/', manifestFile);

/** The example configuration of the monitor, and its file of ids. */
export const exampleFolder = new URL('docs/examples/monitor/', manifestFile);

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { readonly version: string };
  return manifest.version;
}
