import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The modules of src whose code is in the bundle of a page with these imports, relative to `src`, and the packages. */
async function modulesIn(page: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: page, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    // Code that is not used is removed only while esbuild minifies.
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
    external: ['react'],
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path.replace(/^src\//, '').replace(/^node_modules\/((?:@[^/]+\/)?[^/]+)\/.*/, '$1'));
}

const withFunctions = (...names: readonly string[]): Promise<readonly string[]> =>
  modulesIn(`export { ${['createFleet', ...names].join(', ')} } from './src/index.ts';`);

const inFolder = (modules: readonly string[], folder: string): readonly string[] =>
  modules.filter((path) => path.startsWith(`${folder}/`));

/** The modules of `createFleet` alone. */
const base = await withFunctions();

/** The modules that functions add to the page of `createFleet`. */
const addedBy = async (...names: readonly string[]): Promise<readonly string[]> =>
  (await withFunctions(...names)).filter((path) => !base.includes(path));

describe('a page with createFleet alone', () => {
  test('contains nothing of limits and usage', () => {
    expect(base).toContain('core/fleet/create-kernel.ts');
    expect(inFolder(base, 'core/limits')).toEqual([]);
  });

  test.each([
    'activity-stream',
    'create-database',
    'fetch-credentials',
    'refresh-all',
    'snapshot',
    'transitions',
    'unconfirmed-creates',
    'upsert-database',
    'wait-for',
  ])('contains nothing of the part core/fleet/%s', (name) => {
    expect(base.filter((path) => path === `core/fleet/${name}.ts`)).toEqual([]);
  });

  test('contains no schema of a record', async () => {
    const schemas = ['create-database', 'database', 'drift-of', 'inspect', 'vector-index'];
    expect(base.filter((path) => schemas.some((name) => path === `core/records/${name}.ts`))).toEqual([]);
    expect(base).toContain('rxjs');
    expect(await addedBy('driftOf')).toEqual(expect.arrayContaining(['core/records/database.ts']));
  });
});

describe('the modules that a function adds to the page of createFleet', () => {
  test.each(['activityOf', 'transitionsOf', 'waitFor', 'refreshAll', 'upsertDatabase', 'fetchCredentials'])(
    'are for %s none of limits',
    async (name) => {
      const added = await addedBy(name);
      expect(added.length).toBeGreaterThan(0);
      expect(inFolder(added, 'core/limits')).toEqual([]);
    },
  );

  test.each(['createDatabase', 'unconfirmedCreatesOf', 'resolveUnconfirmedCreate'])(
    'are for %s none of limits',
    async (name) => {
      expect(inFolder(await addedBy(name), 'core/limits')).toEqual([]);
    },
  );

  test('are for dehydrate and hydrate none of limits, nor other parts', async () => {
    const added = await addedBy('dehydrate', 'hydrate');
    expect(added).toContain('core/fleet/snapshot.ts');
    expect(inFolder(added, 'core/limits')).toEqual([]);
    const others = /^core\/fleet\/(?:activity-stream|create-database|transitions|unconfirmed-creates|wait-for)\.ts$/;
    expect(added.filter((path) => others.test(path))).toEqual([]);
  });

  test('are for dehydrate alone not those that read a snapshot', async () => {
    expect(await addedBy('dehydrate')).not.toContain('core/fleet/read-snapshot.ts');
    expect(await addedBy('hydrate')).toContain('core/fleet/read-snapshot.ts');
  });

  test('are for limitsOf neither those of usage sources nor those of the summary', async () => {
    const added = await addedBy('limitsOf');
    expect(added).toContain('core/limits/limits-of.ts');
    const others = /^core\/limits\/(?:usage-sources?|running-source|limit-summary|fleet-summary)\.ts$/;
    expect(added.filter((path) => others.test(path))).toEqual([]);
  });

  test.each(['usageOf', 'usageHistoryOf', 'reportUsage'])('are for %s none of usage sources', async (name) => {
    expect((await addedBy(name)).filter((path) => /\/usage-sources?\.ts$/.test(path))).toEqual([]);
  });
});

describe('a page of React with useDatabase', () => {
  test('contains nothing of limits, creation and transitions', async () => {
    const modules = await modulesIn(
      `export { createFleet } from './src/index.ts';
       export { FleetProvider, useDatabase } from './src/bindings/react/index.ts';`,
    );
    expect(modules).toContain('bindings/react/hooks.ts');
    expect(inFolder(modules, 'core/limits')).toEqual([]);
    expect(modules.filter((path) => /^core\/fleet\/(?:create-database|transitions)\.ts$/.test(path))).toEqual([]);
  });
});
