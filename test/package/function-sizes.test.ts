import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import * as fleetglass from 'fleetglass';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/functions.md`, 'utf8');

/** The functions of the tables, each with what it adds to a page in kB. */
const rows = [...page.matchAll(/^\| `(\w+)[(`].* \| (\d+\.\d) +\|$/gm)].map(([, name = '', kB]) => ({
  name,
  kB: Number(kB),
}));

/** The most that the devtools add to a page that has the other functions of a fleet that they use, in kB. */
const devtools = [
  ['connectDevtools', 3],
  ['defineFleetInspector', 12],
] as const;

/** The difference to which the numbers of the page are true, in kB. */
const TOLERANCE = 0.3;

describe('the page of the functions of a fleet', () => {
  let alone = 0;

  beforeAll(async () => {
    alone = await sizeOf(['createFleet']);
  });

  it('lists each function that takes a fleet', async () => {
    const listed = [...page.matchAll(/^\| `(\w+)\(fleet/gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(await functionsOfFleet()));
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(listed));
  });

  it('tells the size of createFleet alone, and what all functions of a fleet add', async () => {
    const all = await sizeOf(['createFleet', ...(await functionsOfFleet())]);
    const [, kB, kBOfAll] = /loads (\d+\.\d) kB.*add\s+(\d+\.\d) kB\./s.exec(page) ?? [];
    expectAbout(Number(kB), alone);
    expectAbout(Number(kBOfAll), all - alone);
  });

  it.each(rows)('tells what $name adds', async ({ name, kB }) => {
    expectAbout(kB, (await sizeOf(['createFleet', name])) - alone);
  });
});

function expectAbout(told: number, measured: number): void {
  expect(Math.abs(told - measured), `told ${told} kB, measured ${measured.toFixed(2)} kB`).toBeLessThanOrEqual(
    TOLERANCE,
  );
}

describe('the devtools', () => {
  it.each(devtools)('add with %s at most %i kB', async (name, most) => {
    const functions = ['createFleet', 'activityOf', 'driftOf', 'transitionsOf'];
    const text = `export { ${name} } from './dist/devtools/index.js';`;
    expect((await sizeOf(functions, text)) - (await sizeOf(functions))).toBeLessThanOrEqual(most);
  });
});

/** The most that a binding adds to a page for one database with its provider, in kB. */
const MOST_OF_A_BINDING = 1.2;

describe('the table of the bindings', () => {
  const cells =
    /^\| `fleetglass\/(\S+)` \| (.+) \| (\d\.\d) \| (?:(.+) \| (\d\.\d)|— \| —) \| (?:(.+) \| (\d\.\d)|— \| —) \|$/gm;
  const bindings = [...page.matchAll(cells)].map(([, of = '', ...told]) => ({ of, told }));
  const namesIn = (text: string): string => text.replaceAll('`', '');

  it('has each binding', () => {
    const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const paths = JSON.stringify(Object.values(exports)).matchAll(/bindings\/([\w-]+)\/index\.js/g);
    expect(new Set(bindings.map(({ of }) => of))).toEqual(new Set([...paths].map(([, of]) => of)));
  });

  it.each(bindings)('tells what $of adds', async ({ of, told }) => {
    const sizeWith = (names: string): Promise<number> =>
      sizeOf(['createFleet'], `export { ${namesIn(names)} } from './dist/bindings/${of}/index.js';`);
    const [database = '', ...more] = told;
    const [kB, hydration, kBOfHydration, waiting, kBOfWaiting] = more;
    const used = await sizeWith(database);
    const adds = used - (await sizeOf(['createFleet']));
    expectAbout(Number(kB), adds);
    expect(adds).toBeLessThanOrEqual(MOST_OF_A_BINDING);
    if (hydration) expectAbout(Number(kBOfHydration), (await sizeWith(`${database}, ${hydration}`)) - used);
    if (waiting) expectAbout(Number(kBOfWaiting), (await sizeWith(`${database}, ${waiting}`)) - used);
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

/** Returns the kB of a page that imports these names: minified, compressed by gzip, dependencies included. */
async function sizeOf(names: readonly string[], more = ''): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names.join(', ')} } from './dist/index.js'; ${more}`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins: [leaveFrameworksOut],
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1000;
}

/** Returns the exported functions that refuse a first argument that is no fleet. */
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
