import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { sourceFiles, src } from './source-files.js';

/** The paths that a file imports, from src and without an ending, with type imports and dynamic imports. */
function importsIn(text: string, path: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(path, '..', fileName)).replace(/\.js$/, ''));
}

const importsOf = (path: string): string[] => importsIn(readFileSync(join(src, path), 'utf8'), path);

const imports = new Map((await sourceFiles()).map((path) => [path, importsOf(path)] as const));

it('types, dynamic imports and exports of other files count as imports', () => {
  const text = "export * from './x.js';\nimport type { Y } from '../store/y.js';\nvoid import('../../http/z.js');";
  expect(importsIn(text, 'core/client/a.ts')).toEqual(['core/client/x', 'core/store/y', 'http/z']);
});

/** The folders of the core. They run in browsers, workers, Node, Deno and Bun. */
const core = ['shared', 'wire', 'records', 'client', 'store', 'polling', 'fleet', 'limits'].map(
  (name) => `core/${name}`,
);

/** The folders that several commands share. */
const ofCommands = ['apps/terminal', 'apps/local-services', 'apps/usage'];

/**
 * For each folder of src with its subfolders, the folders that it may import: only folders above it, so that each folder
 * can be read, tested and replaced alone.
 */
const folders: Readonly<Record<string, readonly string[]>> = {
  'core/shared': [],
  // Text in, text out: knows no record.
  'core/wire': ['core/shared'],
  'core/records': ['core/shared', 'core/wire'],
  'core/client': ['core/shared', 'core/wire', 'core/records'],
  // Knows no HTTP and no timers, so that plain values can test it.
  'core/store': ['core/shared', 'core/records'],
  // Knows no resource.
  'core/polling': ['core/shared', 'core/store'],
  'core/fleet': ['core/shared', 'core/wire', 'core/records', 'core/client', 'core/store', 'core/polling'],
  'core/limits': core.slice(0, -1),
  format: ['core/shared', 'core/records', 'core/limits'],
  // A binding knows views, functions of a fleet and its own framework. It imports the types of the core from index.ts, as
  // users do.
  bindings: ['core/shared', 'core/store', 'core/fleet', 'core/limits'],
  devtools: [...core, 'format'],
  proxy: ['core/shared', 'core/wire', 'core/records', 'core/client', 'core/polling'],
  persistence: [...core],
  sharing: [...core],
  probes: [...core],
  notebook: [...core, 'format'],
  http: ['core/shared'],
  monitor: [...core, 'format', 'persistence', 'sharing', 'http'],
  // An independent implementation of the contract: a mistake in code shared with the client would stay hidden.
  service: ['core/shared', 'core/wire', 'core/records', 'persistence', 'http'],
  'apps/terminal': ['core/shared', 'core/wire', 'format', 'http'],
  'apps/local-services': [...core, 'persistence', 'http', 'service', 'apps/terminal'],
  'apps/usage': [...core, 'probes'],
  'apps/watch': [...core, 'format', 'persistence', 'sharing', 'monitor', 'notebook', ...ofCommands],
  'apps/board': [...core, 'format', 'apps/terminal'],
  'apps/dashboard/page': [...core, 'bindings', 'format'],
  'apps/dashboard/server': [...core, 'format', 'proxy', 'http', 'apps/terminal', 'apps/local-services'],
  'apps/demo': [...core, 'format', 'service', ...ofCommands, 'apps/board', 'apps/dashboard/server'],
  'apps/cli': [
    ...core,
    'format',
    'persistence',
    'service',
    'monitor',
    ...ofCommands,
    'apps/watch',
    'apps/board',
    'apps/dashboard/server',
    'apps/demo',
  ],
};

const names = Object.keys(folders);

/** The folder of the table that has a file; without one, the folder of the file itself. */
const folderOf = (path: string): string => names.find((name) => path.startsWith(`${name}/`)) ?? dirname(path);

/** The folders that see the inside of a fleet. All others use the public functions, as users do. */
const INSIDE = /^(core|apps)\/|^(devtools|persistence|sharing|monitor|notebook)$/;

/** Files of src itself are public. The service is imported through its index alone. */
function mayImport(path: string, target: string): boolean {
  const [folder, other] = [folderOf(path), folderOf(target)];
  if (target === 'core/fleet/kernel' && !INSIDE.test(folder)) return false;
  if (folder === other || other === '.') return true;
  return (folders[folder] ?? core).includes(other) && (other !== 'service' || target === 'service/index');
}

it.each([
  ['core/shared/a', 'core/wire/x'],
  ['bindings/react/a', 'core/client/x'],
  ['bindings/react/a', 'core/fleet/kernel'],
  ['index', 'core/fleet/kernel'],
  ['index', 'service/index'],
  ['service/http/a', 'core/store/x'],
  ['apps/cli/actions/a', 'service/plans'],
  ['apps/cli/actions/a', '../package.json'],
  ['apps/dashboard/page/shell/a', 'apps/dashboard/server/x'],
])('%s may not import %s', (path, target) => {
  expect(mayImport(path, target)).toBe(false);
});

it('each file imports only its own folder and the folders that the table allows', () => {
  const refused = [...imports].flatMap(([path, targets]) =>
    targets.filter((target) => !mayImport(path, target)).map((target) => `${path} imports ${target}`),
  );
  expect(imports.size).toBeGreaterThan(500);
  expect(refused).toEqual([]);
});

it('the table has each folder of src below those that it imports', async () => {
  const known = [...names, '.'];
  expect((await sourceFiles(/./)).map(folderOf).filter((folder) => !known.includes(folder))).toEqual([]);
  const misplaced = names.filter((name, at) => folders[name]?.some((other) => !names.slice(0, at).includes(other)));
  expect(misplaced).toEqual([]);
});

/**
 * The files of the core that other folders import beside its public API, its shared files and the files of parts, each
 * group with its reason. The list may only shrink.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'the door into a fleet': ['fleet/kernel'],
  'the proxy handles a request and an answer as the client does, without a store': [
    'client/check-create',
    'client/read-answer',
    'records/inspect',
    'records/read-record',
    'records/split-credentials',
    'records/split-list',
    'wire/authorize',
    'wire/deadline',
    'wire/endpoints',
    'wire/failure',
    'wire/secret-search',
  ],
  'what stores keep, and what members of a group share, is what the kernel consists of': [
    'fleet/read-snapshot',
    'store/commits',
    'store/deep-freeze',
    'store/entity-store',
    'store/source',
    'records/share-equal',
  ],
  'members of a group divide the turns of one gate': ['polling/token-bucket'],
  'deliveries of the monitor wait and back off as polls do': [
    'polling/alarm',
    'polling/backoff',
    'polling/retry-after',
    'wire/retry-after',
  ],
  'rules of the monitor are checked against limits': ['limits/quota-period', 'limits/thresholds'],
  'a backtest forecasts from the points that a fleet keeps': ['limits/forecast-of', 'limits/usage-history'],
  'a replay runs the operations on a virtual clock': ['client/operations'],
  'views and streams that are not of a fleet': ['store/async-values', 'store/cell', 'store/events', 'store/guard'],
  'names of plans, with the schema that knows them': ['records/plans'],
  'texts, addresses and ids from outside are read with the same care everywhere': [
    'wire/base-url',
    'wire/identifier',
    'wire/parse-json',
    'wire/read-text',
    'wire/redact',
  ],
};

/** Whether a file makes a part of a fleet: it exports a function such as `usagePart`. */
const makesPart = (path: string): boolean =>
  /^export (?:const|function) \w+Part\b/m.test(readFileSync(join(src, `${path}.ts`), 'utf8'));

it('outside the core, only its public API and the listed files of it are imported', () => {
  const exported = new Set(imports.get('index.ts'));
  const outside = [...imports].filter(([path]) => path.includes('/') && !path.startsWith('core/'));
  const imported = new Set(outside.flatMap(([, targets]) => targets).filter((path) => path.startsWith('core/')));
  const inside = [...imported].filter(
    (path) => !exported.has(path) && !path.startsWith('core/shared/') && !makesPart(path),
  );
  const listed = Object.values(allowed).flatMap((files) => files.map((file) => `core/${file}`));
  expect(inside.toSorted()).toEqual(listed.toSorted());
});

it('what runs on every platform is compiled without the types of Node', () => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const config = ts.getParsedCommandLineOfConfigFile(join(src, '../test/core.tsconfig.json'), {}, host);
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
  const files = program.getSourceFiles().map(({ fileName }) => fileName);
  expect(files).toContainEqual(expect.stringMatching(/\/src\/core\/wire\/transport\.ts$/));
  // The declarations of a single package that refer to them bring them to all files.
  expect(files.filter((file) => file.includes('/@types/node/'))).toEqual([]);
});

/** A folder with more files has more than one concern. */
const MAX_FILES = 35;

it(`no folder of src has more than ${MAX_FILES} files`, async () => {
  const counts = new Map<string, number>();
  for (const folder of (await sourceFiles(/./)).map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

it('no folder of src imports itself through other folders', () => {
  const graph = new Map<string, readonly string[]>();
  for (const [path, targets] of imports) {
    const folder = dirname(path);
    graph.set(folder, [...(graph.get(folder) ?? []), ...targets.map(dirname).filter((target) => target !== folder)]);
  }
  expect(graph.get('apps/dashboard/page')).toContain('apps/dashboard/page/shell');
  // A folder that imports none of those that are left, or is imported by none of them, is in no cycle.
  let left = [...graph.keys()];
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter(
      (folder) =>
        left.some((other) => graph.get(folder)?.includes(other)) &&
        left.some((other) => graph.get(other)?.includes(folder)),
    );
  }
  expect(left).toEqual([]);
});
