import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { scaled } from '../../support/scale.js';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';

/*
 * Runs tests of the client that have a server again, with the pooled fetch in place of the platform's fetch. The client
 * looks up the platform's fetch at each request.
 */

const folders = ['../../core/wire', '../../core/client'].map((path) => join(import.meta.dirname, path));
const names = await Promise.all(folders.map((folder) => readdir(folder)));
const files = folders
  .flatMap((folder, at) => (names[at] ?? []).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.test.ts'));
const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
/** Those that start other processes do not run over this process's fetch. */
const withServer = files.filter(
  (_, at) => texts[at]?.includes("support/wire-server.js'") === true && !texts[at].includes('node:child_process'),
);

const platformFetch = globalThis.fetch;
const pooled = createPooledFetch();

beforeAll(() => {
  globalThis.fetch = pooled.fetch as typeof fetch;
});

afterAll(async () => {
  globalThis.fetch = platformFetch;
  await pooled.close();
});

/** The short form has the files about connections, bodies and their ends, which a fetch can get wrong. */
const isShort = (file: string): boolean => /^transport-(?:abort|body|connection|deadline)/.test(basename(file));
const chosen = scaled({ short: withServer.filter(isShort), long: withServer });

for (const file of chosen) {
  describe(`${basename(file)} over the pooled fetch`, async () => {
    await import(file);
  });
}
