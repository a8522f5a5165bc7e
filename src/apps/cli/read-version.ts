import { readFileSync } from 'node:fs';

/** The version of the installed package. Its package.json is three folders up, from the source as from the bundle. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
