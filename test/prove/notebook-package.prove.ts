import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exampleBlocks } from '../docs/example-blocks.js';
import { hasDenoKernel, startDenoKernel } from '../notebook/kernel/deno-kernel.js';
import { notebookFiles, runNotebook } from '../notebook/kernel/notebook-file.js';
import { startPackedRegistry } from './packed-registry.js';
import { isRegistryReachable } from './registry.js';

const isReachable = await isRegistryReachable('the check of notebooks with the package from npm');

test.skipIf(!isReachable || !hasDenoKernel)(
  'with the deno.json of the page, all notebooks and tables of Arrow work by the package from npm',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleetglass-notebook-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const printed = exampleBlocks('docs/notebooks/README.md').filter(({ language }) => language === 'json');
    expect(printed).toHaveLength(1);
    await writeFile(join(folder, 'deno.json'), printed[0]?.source ?? '');

    await using registry = await startPackedRegistry();
    await using kernel = await startDenoKernel(folder, { NPM_CONFIG_REGISTRY: registry.url });
    for (const file of notebookFiles) await runNotebook(kernel, file);
    const imported = await kernel.run(`import { generateHistory, historyFrom, toArrow } from 'fleetglass/notebook';`);
    expect(imported).toEqual({ status: 'ok', outputs: [] });
    const saved = await kernel.run('(await historyFrom(await toArrow(generateHistory({ databases: 1 })))).rowCount');
    expect(saved).toMatchObject({ status: 'ok', outputs: [{ type: 'execute_result' }] });
  },
  300_000,
);
