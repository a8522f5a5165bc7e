import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../docs/root.js';
import kept from './kept-results.json' with { type: 'json' };
import { LEAST_SCORE, modules } from './modules.js';

describe('the modules whose tests are judged by mutants', () => {
  test('have one kept result each, whose score is high enough', () => {
    expect(Object.keys(kept).toSorted()).toEqual(Object.keys(modules).toSorted());
    expect(Object.entries(kept).filter(([, { score }]) => score < LEAST_SCORE)).toEqual([]);
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
