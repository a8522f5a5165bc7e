import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { notebooks, type DenoKernel } from './deno-kernel.js';

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

export const notebookFiles = readdirSync(notebooks).filter((file) => file.endsWith('.ipynb'));
export const textOf = (file: string): string => readFileSync(join(notebooks, file), 'utf8');
export const readNotebook = (file: string): Notebook => JSON.parse(textOf(file)) as Notebook;

/** The formats of a saved output. Jupyter saves a text as a list of its lines. */
function joinLines({ data = {} }: SavedOutput): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([type, value]) => [type, Array.isArray(value) ? value.join('') : value]),
  );
}

/** The names that a cell declares as a fleet. */
export const fleetsMadeBy = (code: string): string[] =>
  [...code.matchAll(/const (\w+) = createFleet\(/g)].map(([, name = '']) => name);

/** Runs a notebook from top to bottom: no cell fails, and each has its saved outputs. Live displays run twice. */
export async function runNotebook(kernel: DenoKernel, file: string): Promise<void> {
  const codeCells = readNotebook(file).cells.filter(({ cell_type }) => cell_type === 'code');
  for (const { id, source, outputs = [] } of codeCells) {
    const code = source.join('');
    const run = await kernel.run(code);
    const problems = run.outputs.filter(({ type, name }) => type === 'error' || name === 'stderr');
    expect([run.status, problems], `${file}, ${id}: ${JSON.stringify(problems)}`).toEqual(['ok', []]);
    expect(JSON.stringify(run.outputs)).not.toMatch(/The drawing failed|\[Function/);
    if (outputs.length > 0) expect(run.outputs.map(({ data }) => data)).toEqual(outputs.map(joinLines));
    if (!code.includes('live(')) continue;
    const again = await kernel.run(code);
    expect(JSON.stringify(again.outputs), id).toContain('a live display of the same name started');
  }
  const fleets = codeCells.flatMap(({ source }) => fleetsMadeBy(source.join('')));
  await kernel.run(fleets.map((name) => `${name}.dispose();`).join(' '));
}
