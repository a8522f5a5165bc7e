import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { duration, printTable, size } from '../harness/tables.js';
import type { Effort } from '../harness/effort.js';
import { median } from '../harness/statistics.js';

/** The number of measurements. Each starts a process. */
const MOST_SAMPLES = 11;

const SINGLE_NAMES = ['createFleet', 'createManagementClient', 'decodeDatabase', 'exactInt64', 'FleetError'];

/**
 * The packages for the compared tasks, to store records and notify subscribers, or to check a record, each with the names
 * that a program needs.
 */
const PEERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  '@tanstack/query-core': ['QueryClient', 'QueryObserver'],
  '@reduxjs/toolkit': ['configureStore', 'createSlice', 'createEntityAdapter', 'createSelector'],
  rxjs: ['BehaviorSubject', 'Subject', 'map', 'distinctUntilChanged'],
  valibot: ['parse', 'object', 'array', 'string', 'number', 'boolean', 'picklist'],
};

/** Measures the bytes of the imports of single names, and the time to import each peer. */
export async function imports({ samples }: Effort): Promise<void> {
  await printSingleNames();
  await printPeers(importTimes(Object.keys(PEERS), Math.min(samples, MOST_SAMPLES)));
}

async function printSingleNames(): Promise<void> {
  const rows = SINGLE_NAMES.map(async (name) => {
    const source = `export { ${name} } from './src/index.ts';`;
    const own = await bundledSize(source, { packages: 'external' });
    const all = await bundledSize(source);
    return [`{ ${name} }`, size(own.minified), size(own.gzipped), size(all.minified), size(all.gzipped), ''];
  });
  printTable("One name of 'fleetglass': unused exports are left out", [
    ['', 'own', 'gzip', 'with packages', 'gzip', ''],
    ...(await Promise.all(rows)),
  ]);
}

async function printPeers(times: ReadonlyMap<string, number>): Promise<void> {
  const rows = Object.entries(PEERS).map(async ([peer, names]) => {
    const { minified, gzipped } = await bundledSize(`export { ${names.join(', ')} } from '${peer}';`);
    const shown = `${names[0]} and ${names.length - 1} more`;
    return [peer, size(minified), size(gzipped), duration(times.get(peer) ?? NaN), shown];
  });
  printTable('Other packages: the names that the bench imports; time to import the whole package', [
    ['', 'minified', 'gzip', 'import', ''],
    ...(await Promise.all(rows)),
  ]);
}

interface Bytes {
  readonly minified: number;
  readonly gzipped: number;
}

const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly peerDependencies: object };

/** Packages that are never measured: who uses a binding has its framework already. */
const FRAMEWORKS = Object.keys(peerDependencies).flatMap((name) => [name, `${name}/*`]);

type Left = { readonly packages: 'external' } | { readonly external: string[] };

/** Bundles a module in the root of the project, minified for production, without the packages that are left out. */
async function bundledSize(source: string, left: Left = { external: FRAMEWORKS }): Promise<Bytes> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...left,
    legalComments: 'none',
    logLevel: 'error',
  });
  const text = outputFiles[0]?.text ?? '';
  return { minified: Buffer.byteLength(text), gzipped: gzipSync(text, { level: 9 }).byteLength };
}

const NOTHING = 'data:text/javascript,';

/** Measures the time that a new process needs to import each module, milliseconds, less the time of an empty module. */
function importTimes(modules: readonly string[], samples: number): ReadonlyMap<string, number> {
  const times = new Map<string, number[]>([NOTHING, ...modules].map((module) => [module, []]));
  for (let sample = 0; sample < samples; sample++) for (const [module, found] of times) found.push(importTime(module));
  const emptyMs = median(times.get(NOTHING) ?? []);
  return new Map(modules.map((module) => [module, median(times.get(module) ?? []) - emptyMs]));
}

function importTime(module: string): number {
  const program = `
    const start = process.cpuUsage();
    await import(${JSON.stringify(module)});
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / 1000);
    process.exit();`;
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env });
  const ms = Number.parseFloat(String(stdout));
  if (Number.isNaN(ms)) throw new Error(`cannot import ${module}: ${String(stderr)}`);
  return ms;
}
