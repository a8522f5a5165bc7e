import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseApiDocument } from './api-document.js';
import { coverageProblems, type ReadTestFile } from './coverage-problems.js';

const page = new URL('../../docs/internals/api-coverage.md', import.meta.url);

const readTestFile: ReadTestFile = (path) => {
  const file = new URL(path, page);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

it('the coverage of api.md has a row for every item of api.md and for nothing else, each with tests that exist', () => {
  expect(coverageProblems(readFileSync(page, 'utf8'), parseApiDocument(), readTestFile)).toEqual([]);
});
