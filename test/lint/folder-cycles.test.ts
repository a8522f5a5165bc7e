import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The folders that the files of each folder import, with type imports and dynamic imports. */
async function readFolderGraph(): Promise<FolderGraph> {
  const entries = await readdir(src, { withFileTypes: true, recursive: true });
  const graph = new Map<string, Set<string>>();
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))) {
    const folder = relative(src, parentPath);
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    const { importedFiles } = ts.preProcessFile(readFileSync(join(parentPath, name), 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      const target = normalize(join(folder, dirname(fileName)));
      if (fileName.startsWith('.') && target !== normalize(folder)) imported.add(target === '.' ? '' : target);
    }
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
const MOST_FILES = 35;

it(`no folder of src has more than ${MOST_FILES} files`, async () => {
  const files = (await readdir(src, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile());
  const counts = new Map<string, number>();
  for (const { parentPath } of files) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

it('no folder of src imports itself through other folders', async () => {
  const graph = await readFolderGraph();
  expect(graph.get('apps/dashboard/page')).toContain('apps/dashboard/page/shell');
  expect([...graph.keys()].filter((folder) => reachableFrom(graph, folder).has(folder))).toEqual([]);
});
