import { readFileSync } from 'node:fs';

/** The folder of the installed package: three folders up, both from this source file and from the bundle. */
const packageFolder = new URL('../../../', import.meta.url);

/** The folder that contains the built page of the dashboard. */
export const pageFolder = new URL('dist/dashboard/', packageFolder);

/** Reads the version of the installed package from its package.json. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')) as { version: string };
  return version;
}
