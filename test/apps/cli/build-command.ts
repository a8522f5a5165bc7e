import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleCommand, root, writeScripts } from '../../package/bundle-scripts.js';
import { isStale } from '../../package/stale-builds.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built command. Absent in runs that build it for each file. */
    commandFolder: string | undefined;
    /** The built file that exports `runCommand`. Absent in runs that measure the coverage of its sources. */
    commandModule: string | undefined;
  }
}

/** The page that the command's dashboard serves in these tests, instead of the built page. */
export const standInPage = '<!doctype html><title>fleetglass</title>';

/** Builds the command from the current sources, once for all tests. */
export async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  const folder = await buildCommand();
  provide('commandFolder', folder);
  if (!vitest.config.coverage.enabled) provide('commandModule', await findModule(folder));
  return () => rm(folder, { recursive: true, force: true });
}

async function findModule(folder: string): Promise<string> {
  const chunks = join(folder, 'dist/apps/cli/chunks');
  const name = (await readdir(chunks)).find((each) => each.startsWith('run-command-'));
  if (name === undefined) throw new Error(`${chunks} has no file of src/apps/cli/run-command.ts.`);
  return join(chunks, name);
}

/**
 * Builds inside node_modules, so that the bundle can import its external packages. Copies the command of dist/ if its
 * sources are the current ones. Returns the folder.
 */
export async function buildCommand(): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fleetglass-cli-'));
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, 'docs/examples/monitor'), join(folder, 'docs/examples/monitor'), { recursive: true });
  await mkdir(join(folder, 'dist/dashboard'), { recursive: true });
  await writeFile(join(folder, 'dist/dashboard/index.html'), standInPage);
  if (!isStale('command')) {
    await cp(join(root, 'dist/apps'), join(folder, 'dist/apps'), { recursive: true });
    return folder;
  }
  await writeScripts(await bundleCommand(join(folder, 'dist')));
  return folder;
}
