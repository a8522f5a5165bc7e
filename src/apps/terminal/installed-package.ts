import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The package.json of the package that contains this code, wherever the build puts it. */
const manifestFile = pathToFileURL(createRequire(import.meta.url).resolve('fleetglass/package.json'));

export const pageFolder = new URL('dist/dashboard/', manifestFile);

/** The example configuration of the monitor, and its file of ids. */
export const exampleFolder = new URL('docs/examples/monitor/', manifestFile);

// Read once: after an update, the file tells the version of other code.
let manifest: { readonly version: string } | undefined;

export function readVersion(): string {
  manifest ??= JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string };
  return manifest.version;
}
