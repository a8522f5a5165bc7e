import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { duration, size } from '../harness/amounts.js';
import type { Effort } from '../harness/effort.js';
import { printTable } from '../harness/print-table.js';
import { bundle, bundledSize, type Program } from './imports/bundle.js';
import { entries, frameworks, type Entry } from './imports/entries.js';
import { importTimes, type Importable } from './imports/import-time.js';
import { peerImports } from './imports/peer-imports.js';

/** The number of measurements. Each starts a process. */
const MOST_SAMPLES = 11;

const SINGLE_NAMES = ['createFleet', 'createManagementClient', 'decodeDatabase', 'exactInt64', 'FleetError'];

/** Measures the bytes and the time of an import of each entry of the package and of each peer. */
export async function imports(effort: Effort): Promise<void> {
  // Inside node_modules, so that the bundles find their packages.
  const folder = await mkdtemp(resolve('node_modules/.cache/imports-'));
  try {
    const times = await measureTimes(folder, Math.min(effort.samples, MOST_SAMPLES));
    await printEntries(times);
    await printSingleNames();
    await printPeers(times);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const whole = ({ file }: Entry): string => `export * from '${file}';`;
const withPackages = (entry: Entry): Program => ({
  source: whole(entry),
  external: frameworks,
  platform: entry.platform,
});

async function measureTimes(folder: string, samples: number): Promise<ReadonlyMap<string, number>> {
  const own = entries.filter(({ isBinding }) => !isBinding);
  const modules: Importable[] = peerImports.map(({ specifier }) => ({ name: specifier, specifier }));
  for (const [at, entry] of own.entries()) {
    const path = join(folder, `${at}.mjs`);
    await writeFile(path, await bundle(withPackages(entry)));
    modules.push({ name: entry.name, specifier: pathToFileURL(path).href });
  }
  modules.push({ name: AS_INSTALLED, specifier: pathToFileURL(resolve('dist/index.js')).href });
  return importTimes(modules, samples);
}

/** The core as the package contains it. */
const AS_INSTALLED = 'fleetglass, as installed';

async function printEntries(times: ReadonlyMap<string, number>): Promise<void> {
  const rows = await Promise.all(
    entries.map(async (entry) => {
      const own = await bundledSize({ ...withPackages(entry), external: 'packages' });
      const all = await bundledSize(withPackages(entry));
      return [
        entry.name,
        size(own.minified),
        size(own.gzipped),
        size(all.minified),
        size(all.gzipped),
        timeOf(times, entry.name),
        entry.isBinding ? 'without its framework' : '',
      ];
    }),
  );
  rows.splice(1, 0, [AS_INSTALLED, '', '', '', '', timeOf(times, AS_INSTALLED), '']);
  printTable('Each entry of the package, bundled and minified; time to import it in Node', [
    ['', 'own', 'gzip', 'with packages', 'gzip', 'import', ''],
    ...rows,
  ]);
}

async function printSingleNames(): Promise<void> {
  const rows = await Promise.all(
    SINGLE_NAMES.map(async (name) => {
      const source = `export { ${name} } from './src/index.ts';`;
      const own = await bundledSize({ source, external: 'packages', platform: 'browser' });
      const all = await bundledSize({ source, external: frameworks, platform: 'browser' });
      return [`{ ${name} }`, size(own.minified), size(own.gzipped), size(all.minified), size(all.gzipped), ''];
    }),
  );
  printTable("One name of 'fleetglass': unused exports are left out", [
    ['', 'own', 'gzip', 'with packages', 'gzip', ''],
    ...rows,
  ]);
}

async function printPeers(times: ReadonlyMap<string, number>): Promise<void> {
  const rows = await Promise.all(
    peerImports.map(async ({ specifier, names }) => {
      const source = `export { ${names.join(', ')} } from '${specifier}';`;
      const { minified, gzipped } = await bundledSize({ source, external: frameworks, platform: 'browser' });
      return [specifier, size(minified), size(gzipped), timeOf(times, specifier), says(names)];
    }),
  );
  printTable('Other packages: the names that the bench imports; time to import the whole package', [
    ['', 'minified', 'gzip', 'import', ''],
    ...rows,
  ]);
}

function says([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function timeOf(times: ReadonlyMap<string, number>, name: string): string {
  const ms = times.get(name);
  return ms === undefined ? '' : duration(ms);
}
