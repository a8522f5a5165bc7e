import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import * as fleetglass from 'fleetglass';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { root } from '../docs/root.js';

const page = readFileSync(`${root}/docs/functions.md`, 'utf8');

/** The functions of the tables, each with what it adds to a page in kB. */
const rows = [...page.matchAll(/^\| `(\w+)[(`].* \| (\d+\.\d) +\|$/gm)].map(([, name = '', kB]) => ({
  name,
  kB: Number(kB),
}));

/** The maximum that the devtools add to a page that already has the functions of a fleet that they use, in kB. */
const devtools = [
  ['connectDevtools', 3],
  ['defineFleetInspector', 12],
] as const;

/** The tolerance of the numbers of the page, in kB. */
const TOLERANCE = 0.3;

const functions = await functionsOfFleet();

const ofFunctions = (...names: readonly string[]): string =>
  `export { ${['createFleet', ...names].join(', ')} } from './dist/index.js';`;
const ofDevtools = ofFunctions('activityOf', 'driftOf', 'transitionsOf');
const withDevtools = (name: string): string => `${ofDevtools} export { ${name} } from './dist/devtools/index.js';`;

describe('the page of the functions of a fleet', () => {
  it('lists each function that takes a fleet', () => {
    const listed = [...page.matchAll(/^\| `(\w+)\(fleet/gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(functions));
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(listed));
  });

  it('states the size of createFleet alone, and what all functions of a fleet add', () => {
    const [, kB, kBOfAll] = /loads (\d+\.\d) kB.*add\s+(\d+\.\d) kB\./s.exec(page) ?? [];
    expectAbout(Number(kB), sizeOf(ofFunctions()));
    expectAbout(Number(kBOfAll), sizeOf(ofFunctions(...functions)) - sizeOf(ofFunctions()));
  });

  it.each(rows)('states what $name adds', ({ name, kB }) => {
    expectAbout(kB, sizeOf(ofFunctions(name)) - sizeOf(ofFunctions()));
  });
});

function expectAbout(stated: number, measured: number): void {
  expect(Math.abs(stated - measured), `stated ${stated} kB, measured ${measured.toFixed(2)} kB`).toBeLessThanOrEqual(
    TOLERANCE,
  );
}

it.each(devtools)('the devtools add with %s at most %i kB', (name, most) => {
  expect(sizeOf(withDevtools(name)) - sizeOf(ofDevtools)).toBeLessThanOrEqual(most);
});

/** The maximum that a binding adds to a page for one database with its provider, in kB. */
const MAX_KB_OF_A_BINDING = 1.2;

const cells =
  /^\| `fleetglass\/(\S+)` \| (.+) \| (\d\.\d) \| (?:(.+) \| (\d\.\d)|— \| —) \| (?:(.+) \| (\d\.\d)|— \| —) \|$/gm;
/** The rows of the table: the names of each cell, with what they add in kB. */
const bindings = [...page.matchAll(cells)].map(
  ([, of = '', database = '', kB, hydration, kBOfHydration, waiting, kBOfWaiting]) => ({
    of: of.replace('/', '-'),
    pages: [
      { names: database, kB: Number(kB) },
      ...(hydration === undefined ? [] : [{ names: `${database}, ${hydration}`, kB: Number(kBOfHydration) }]),
      ...(waiting === undefined ? [] : [{ names: `${database}, ${waiting}`, kB: Number(kBOfWaiting) }]),
    ],
  }),
);
const withBinding = (of: string, names: string): string =>
  `${ofFunctions()} export { ${names.replaceAll('`', '')} } from './dist/bindings/${of}/index.js';`;

describe('the table of the bindings', () => {
  it('has each binding', () => {
    const paths = JSON.stringify(Object.values(manifest.exports)).matchAll(/bindings\/([\w-]+)\/index\.js/g);
    expect(new Set(bindings.map(({ of }) => of))).toEqual(new Set([...paths].map(([, of]) => of)));
  });

  it.each(bindings)('states what $of adds', ({ of, pages: [database, ...more] }) => {
    const used = sizeOf(withBinding(of, database?.names ?? ''));
    const adds = used - sizeOf(ofFunctions());
    expectAbout(database?.kB ?? NaN, adds);
    expect(adds).toBeLessThanOrEqual(MAX_KB_OF_A_BINDING);
    for (const { names, kB } of more) expectAbout(kB, sizeOf(withBinding(of, names)) - used);
  });
});

/** The frameworks are the user's. Like their bundlers, this drops imports that nothing needs. */
const leaveFrameworksOut: Plugin = {
  name: 'leave-frameworks-out',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:@?preact|react|vue|svelte|solid-js|@angular|@?lit)(?:\/|$)/ }, ({ path }) => ({
      path,
      external: true,
      sideEffects: false,
    }));
  },
};

/** The kB of each page: minified, compressed by gzip, dependencies included. One build of all parses each module once. */
const sizes = await sizesOf([
  ...[ofFunctions(), ofFunctions(...functions), ...rows.map(({ name }) => ofFunctions(name))],
  ...[ofDevtools, ...devtools.map(([name]) => withDevtools(name))],
  ...bindings.flatMap(({ of, pages }) => pages.map(({ names }) => withBinding(of, names))),
]);

function sizeOf(contents: string): number {
  return sizes.get(contents) ?? NaN;
}

async function sizesOf(pages: readonly string[]): Promise<Map<string, number>> {
  const readPages: Plugin = {
    name: 'read-pages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^page-\d+$/ }, ({ path }) => ({ path, namespace: 'page' }));
      onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
        contents: pages[Number(path.slice('page-'.length))] ?? '',
        resolveDir: root,
      }));
    },
  };
  const { outputFiles } = await build({
    entryPoints: pages.map((_, at) => ({ in: `page-${at}`, out: String(at) })),
    outdir: '/',
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins: [readPages, leaveFrameworksOut],
  });
  const pageOf = (path: string): string => pages[Number(basename(path, '.js'))] ?? '';
  return new Map(outputFiles.map(({ path, contents }) => [pageOf(path), gzipSync(contents).length / 1000]));
}

/** Returns the exported functions whose first argument must be a fleet. */
async function functionsOfFleet(): Promise<string[]> {
  const names: string[] = [];
  for (const [name, member] of Object.entries(fleetglass)) {
    if (typeof member !== 'function') continue;
    try {
      await (member as (fleet: unknown) => unknown)(undefined);
    } catch (error) {
      if (String(error).includes(`${name} expects a fleet`)) names.push(name);
    }
  }
  return names;
}
