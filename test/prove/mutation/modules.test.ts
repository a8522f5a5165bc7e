import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../docs/root.js';
import { LEAST_SCORE, modules } from './modules.js';

describe('the modules whose tests are judged by mutants', () => {
  test('have one kept result each', async () => {
    const names = await readdir(join(root, 'test/prove/mutation'));
    const results = names.filter((name) => name.endsWith('.json'));
    expect(results.toSorted()).toEqual(
      Object.keys(modules)
        .map((name) => `${name}.json`)
        .toSorted(),
    );
  });

  test.each(Object.keys(modules))('%s has a kept score that is high enough', async (name) => {
    const result = await readFile(join(root, 'test/prove/mutation', `${name}.json`), 'utf8');
    expect(JSON.parse(result)).toHaveProperty(
      'score',
      expect.toSatisfy((score: number) => score >= LEAST_SCORE),
    );
  });

  test.each(Object.entries(modules))('%s has the files and tests that exist', (_, { files, tests }) => {
    const paths = [...files.map((path) => `src/${path}`), ...tests.map((path) => `test/${path}`)];
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('share no file', () => {
    const files = Object.values(modules).flatMap((module) => module.files);
    expect(new Set(files).size).toBe(files.length);
  });
});
