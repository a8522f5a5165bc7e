import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleBlocks } from '../docs/example-blocks.js';
import { root } from '../docs/root.js';
import { hasDenoKernel, startDenoKernel } from '../notebook/kernel/deno-kernel.js';
import { notebookFiles, runNotebook } from '../notebook/kernel/notebook-file.js';
import { serve } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { isRegistryReachable, packPackage } from './npm.js';

const isReachable = await isRegistryReachable('the check of notebooks with the package from npm');

test.skipIf(!isReachable || !hasDenoKernel)(
  'with the deno.json of the page, all notebooks and tables of Arrow work by the package from npm',
  async () => {
    const folder = await temporaryFolder();
    const printed = exampleBlocks('docs/notebooks/README.md').filter(({ language }) => language === 'json');
    expect(printed).toHaveLength(1);
    await writeFile(join(folder, 'deno.json'), printed[0]?.source ?? '');

    await using kernel = await startDenoKernel(folder, { NPM_CONFIG_REGISTRY: await startPackedRegistry() });
    for (const file of notebookFiles) await runNotebook(kernel, file);
    const imported = await kernel.run(`import { generateHistory, historyFrom, toArrow } from 'fleetglass/notebook';`);
    expect(imported).toEqual({ status: 'ok', outputs: [] });
    const saved = await kernel.run('(await historyFrom(await toArrow(generateHistory({ databases: 1 })))).rowCount');
    expect(saved).toMatchObject({ status: 'ok', outputs: [{ type: 'execute_result' }] });
  },
  300_000,
);

/**
 * The registry of npm as it is once this package is on it: it has the packed package, and redirects for all others. It ends
 * with the test. Returns its address.
 */
async function startPackedRegistry(): Promise<string> {
  const folder = await temporaryFolder();
  const { filename } = await packPackage(folder);
  const manifest = await readFile(join(root, 'package.json'), 'utf8');
  const { name, version, ...published } = JSON.parse(manifest) as { name: string; version: string };
  const tarball = await readFile(join(folder, filename));
  const url: string = await serve(({ url: path }, response) => {
    if (path === `/${name}`) {
      const latest = { name, version, ...published, dist: { tarball: `${url}/${filename}` } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: latest } }));
    } else if (path === `/${filename}`) response.end(tarball);
    else response.writeHead(302, { location: `https://registry.npmjs.org${path}` }).end();
  });
  return `${url}/`;
}
