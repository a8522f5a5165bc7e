import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { createPooledFetch } from '../../../src/monitor/fetch/pooled-fetch.js';

/*
 * Runs each test of the client that has a server again, with the pooled fetch in place of the platform's fetch. The client
 * looks up the platform's fetch at each request.
 */

const folder = join(import.meta.dirname, '../../core/api');
const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
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

for (const file of withServer) {
  describe(`${file} over the pooled fetch`, async () => {
    await import(join(folder, file));
  });
}
