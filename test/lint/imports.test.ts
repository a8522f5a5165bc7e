import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { sourceFiles, src } from './source-files.js';

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
    'fleet/index-list',
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

/** The paths that a file imports, from src and without an ending, with type imports and dynamic imports. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(src, path), 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(path, '..', fileName)).replace(/\.js$/, ''));
}

/** Whether a file makes a part of a fleet: it exports a function such as `usagePart`. */
const makesPart = (path: string): boolean =>
  /^export (?:const|function) \w+Part\b/m.test(readFileSync(join(src, `${path}.ts`), 'utf8'));

it('outside the core, only its public API and the listed files of it are imported', async () => {
  const exported = new Set(importsOf('index.ts'));
  const outside = (await sourceFiles()).filter((path) => path.includes('/') && !path.startsWith('core/'));
  const imported = new Set(outside.flatMap(importsOf).filter((path) => path.startsWith('core/')));
  const inside = [...imported].filter(
    (path) => !exported.has(path) && !path.startsWith('core/shared/') && !makesPart(path),
  );
  const listed = Object.values(allowed).flatMap((files) => files.map((file) => `core/${file}`));
  expect(inside.toSorted()).toEqual(listed.toSorted());
});

type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The other folders that the files of each folder import. */
async function readFolderGraph(): Promise<FolderGraph> {
  const graph = new Map<string, Set<string>>();
  for (const path of await sourceFiles()) {
    const folder = dirname(path);
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    for (const target of importsOf(path).map(dirname)) if (target !== folder) imported.add(target);
  }
  return graph;
}

function reachableFrom(graph: FolderGraph, folder: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(folder) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
}

/** A folder with more files has more than one concern. */
const MAX_FILES = 35;

it(`no folder of src has more than ${MAX_FILES} files`, async () => {
  const counts = new Map<string, number>();
  for (const folder of (await sourceFiles(/./)).map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});

it('no folder of src imports itself through other folders', async () => {
  const graph = await readFolderGraph();
  expect(graph.get('apps/dashboard/page')).toContain('apps/dashboard/page/shell');
  expect([...graph.keys()].filter((folder) => reachableFrom(graph, folder).has(folder))).toEqual([]);
});
