import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The most lines of each folder, styles and empty lines included. They stand beside the budgets of size-limit: raising one
 * needs a sentence in docs/internals/decisions.md that says which user gains. They shall still fall: each is what is there today.
 */
const budgets = {
  'src/core': 11_374,
  'src/bindings': 3_287,
  'src/devtools': 658,
  'src/format': 1_167,
  'src/proxy': 804,
  'src/probes': 822,
  'src/http': 248,
  'src/persistence': 3_316,
  'src/sharing': 3_672,
  'src/monitor': 8_881,
  'src/notebook': 7_790,
  'src/service': 2_582,
  'src/apps': 20_722,
  src: 65_423,
  test: 72_201,
  docs: 8_911,
} as const;

/** The files whose lines count: all but pictures, and in docs only the pages. */
const counts = (folder: string, name: string): boolean =>
  folder === 'docs' ? name.endsWith('.md') : /\.(?:tsx?|m?js|css|html|json|svelte|vue)$/.test(name);

async function countLines(folder: string): Promise<number> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter(
      (entry) => entry.isFile() && counts(folder, entry.name) && !/node_modules|\/\.printed/.test(entry.parentPath),
    )
    .reduce((lines, { name, parentPath }) => lines + linesOf(join(parentPath, name)), 0);
}

const linesOf = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1;

describe('the lines of a folder', () => {
  it.each(Object.entries(budgets))('%s stay within %i', async (folder, most) => {
    expect(await countLines(folder)).toBeLessThanOrEqual(most);
  });

  it('are budgeted for each folder of src', async () => {
    const folders = await readdir(join(root, 'src'), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}`);
    expect(names.filter((name) => !(name in budgets))).toEqual([]);
  });
});
