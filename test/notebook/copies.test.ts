import { upsertDatabase } from '../../src/index.js';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type * as Core from '../../src/index.js';
import type * as Notebook from '../../src/notebook/index.js';
import { sampleDatabase } from '../support/sample-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));

test('displays show a fleet of another copy of the package, as in bundles of single subpaths', async () => {
  const folder = await temporaryFolder();
  const bundle = async (entry: string): Promise<unknown> => {
    const outfile = join(folder, entry.replace(/\W/g, '-').concat('.mjs'));
    const external = ['apache-arrow'];
    await build({
      entryPoints: [join(source, entry)],
      outfile,
      external,
      bundle: true,
      format: 'esm',
      platform: 'node',
    });
    return import(pathToFileURL(outfile).href);
  };
  const { createFleet } = (await bundle('index.ts')) as typeof Core;
  const { live, showFleet } = (await bundle('notebook/index.ts')) as typeof Notebook;

  using fleet = createFleet({ baseUrl: 'http://localhost', fetch: async () => new Response('{}') });
  upsertDatabase(fleet, sampleDatabase);
  const options = { ids: [sampleDatabase.database_id] };
  expect(String(showFleet(fleet, options))).toContain(sampleDatabase.database_id);

  for await (const display of live(fleet, (each) => showFleet(each, options))) {
    expect(String(display)).toContain(sampleDatabase.database_id);
    break;
  }
});
