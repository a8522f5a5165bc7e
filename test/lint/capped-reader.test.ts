import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

/** A call that reads a whole body, or makes a copy whose unread half stays in memory. */
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
  ['notebook/displays/show-comparison.ts', 'a row of the comparison has a function of this name'],
  ['service/http/read-json-text.ts', 'the bytes are counted before they are joined'],
  ['service/traffic/apply-faults.ts', 'the service itself made the answer'],
]);

it('reads bodies of other programs by readText alone, which has a limit', async () => {
  const entries = await readdir(src, { withFileTypes: true, recursive: true });
  const found = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((path) => withoutComments(readFileSync(path, 'utf8')).match(UNCAPPED) !== null)
    .map((path) => relative(src, path));
  expect(found.toSorted()).toEqual([...HARMLESS.keys()]);
});

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\*|\/\*|\/\/).*$/gm, '');
}
