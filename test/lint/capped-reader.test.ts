import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles, src } from './source-files.js';

/** A call that reads a whole body, or that copies it and keeps the unread copy in memory. */
const UNCAPPED = /(?<!Response)\.(?:json|text|blob|bytes|arrayBuffer|formData|clone)\(\)/g;

/** Why each of these calls reads no answer of another program. */
const HARMLESS = new Map([
  ['apps/dashboard/page/server/batched-fetch.ts', 'the server of the page sent it'],
  ['apps/dashboard/page/server/follow.ts', 'the server of the page sent it'],
  ['apps/dashboard/page/server/server-facts.ts', 'the server of the page sent it'],
  ['apps/dashboard/page/server/usage.ts', 'the server of the page sent it'],
  ['apps/dashboard/server/dashboard-app.ts', 'the server of the page made the answer'],
  ['apps/dashboard/server/record-batches.ts', 'the proxy made the answer'],
  ['core/wire/transport.ts', 'the original is cancelled at once, and the capped reader reads the clone'],
  ['service/http/read-json.ts', 'a page in Firefox has made the request'],
  ['service/traffic/apply-faults.ts', 'the service itself made the answer'],
]);

it('reads bodies of other programs only by readText, which has a limit', async () => {
  const found = (await sourceFiles()).filter((path) => {
    const withoutComments = readFileSync(join(src, path), 'utf8').replace(/^\s*(?:\*|\/\*|\/\/).*$/gm, '');
    return withoutComments.match(UNCAPPED) !== null;
  });
  expect(found.toSorted()).toEqual([...HARMLESS.keys()]);
});
