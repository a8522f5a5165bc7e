import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasDenoKernel, notebooks, startDenoKernel } from './deno-kernel.js';

/** The parts of the notebook format (nbformat 4.5) that are used. */
interface Notebook {
  readonly cells: readonly {
    readonly cell_type: 'code' | 'markdown';
    readonly id: string;
    readonly execution_count?: number | null;
    readonly outputs?: readonly SavedOutput[];
    readonly source: readonly string[];
  }[];
  readonly metadata: { readonly kernelspec: { readonly name: string } };
}

interface SavedOutput {
  readonly data?: Readonly<Record<string, unknown>>;
}

const files = readdirSync(notebooks).filter((file) => file.endsWith('.ipynb'));
const textOf = (file: string): string => readFileSync(join(notebooks, file), 'utf8');
const read = (file: string): Notebook => JSON.parse(textOf(file)) as Notebook;

/** The formats of a saved output. Jupyter saves a text as a list of its lines. */
function joinLines({ data = {} }: SavedOutput): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([type, value]) => [type, Array.isArray(value) ? value.join('') : value]),
  );
}

/** The relative targets of Markdown links that do not exist. */
function brokenLinks(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(notebooks, target)));
}

test('the page of the notebooks links to each of them, and to files that exist', () => {
  const page = textOf('README.md');
  expect(files.filter((file) => !page.includes(`](${file})`))).toEqual([]);
  expect(brokenLinks(page)).toEqual([]);
});

/** The names that a cell declares as a fleet. */
const fleetsMadeBy = (code: string): string[] =>
  [...code.matchAll(/const (\w+) = createFleet\(/g)].map(([, name = '']) => name);

describe.each(files)('The notebook %s', (file) => {
  const { cells, metadata } = read(file);
  const codeCells = cells.filter(({ cell_type }) => cell_type === 'code');

  test('has no execution counts, no absolute paths and no saved widgets', () => {
    expect(codeCells.filter(({ execution_count }) => execution_count !== null)).toEqual([]);
    expect(textOf(file)).not.toMatch(/file:\/\/|\/home\/|\/Users\/|\/root\/|\/tmp\/|[A-Z]:\\\\/);
    expect(metadata.kernelspec.name).toBe('deno');
  });

  test('explains each of its cells', () => {
    const unexplained = codeCells.filter((cell) => cells[cells.indexOf(cell) - 1]?.cell_type !== 'markdown');
    expect(unexplained.map(({ id }) => id)).toEqual([]);
  });

  test('links to files that exist', () => {
    const texts = cells.filter(({ cell_type }) => cell_type === 'markdown').map(({ source }) => source.join(''));
    expect(brokenLinks(texts.join('\n'))).toEqual([]);
  });

  test('makes no fleet in a cell that shows it live: the cell could not end its display when it runs again', () => {
    const endless = codeCells.filter(({ source }) => {
      const code = source.join('');
      return fleetsMadeBy(code).some((name) => code.includes(`live(${name},`));
    });
    expect(endless.map(({ id }) => id)).toEqual([]);
  });

  test.skipIf(!hasDenoKernel)('ends each live display when its cell runs again', async () => {
    const isLive = ({ source }: (typeof codeCells)[number]): boolean => source.join('').includes('live(');
    if (!codeCells.some(isLive)) return;
    await using kernel = await startDenoKernel();
    for (const cell of codeCells.slice(0, codeCells.findLastIndex(isLive) + 1)) {
      const code = cell.source.join('');
      await kernel.run(code);
      if (!isLive(cell)) continue;
      const { outputs } = await kernel.run(code);
      expect(JSON.stringify(outputs), cell.id).toContain('a live display of the same name started');
    }
  });

  test.skipIf(!hasDenoKernel)('runs from top to bottom, and its saved outputs are those of this run', async () => {
    await using kernel = await startDenoKernel();
    for (const { id, source, outputs = [] } of codeCells) {
      const run = await kernel.run(source.join(''));
      const problems = run.outputs.filter(({ type, name }) => type === 'error' || name === 'stderr');
      expect([run.status, problems], `${id}: ${JSON.stringify(problems)}`).toEqual(['ok', []]);
      expect(JSON.stringify(run.outputs)).not.toContain('The drawing failed');
      if (outputs.length > 0) expect(run.outputs.map(({ data }) => data)).toEqual(outputs.map(joinLines));
    }
  });
});
