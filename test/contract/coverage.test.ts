import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiDocumentText, parseApiDocument } from './api-document.js';
import { coverageProblems, type ReadTestFile } from './coverage-problems.js';

const page = new URL('../../docs/internals/api-coverage.md', import.meta.url);
const coverage = readFileSync(page, 'utf8');

const readTestFile: ReadTestFile = (path) => {
  const file = new URL(path, page);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** Replaces one part of a text. Throws if the part is absent, since the test would then check nothing. */
function changed(text: string, place: string | RegExp, replacement: string): string {
  const result = text.replace(place, () => replacement);
  if (result === text) throw new Error(`nothing to change at ${place}`);
  return result;
}

const problemsOf = (text: string): string[] => coverageProblems(text, parseApiDocument(), readTestFile);

describe('the coverage of api.md', () => {
  it('has a row for every item of api.md and for nothing else, each with tests that exist', () => {
    expect(problemsOf(coverage)).toEqual([]);
  });

  it.each([
    ['a field is not in the table', /^\| `replicas` .*\n/m, '', 'Database record: no row for replicas integer'],
    ['a member is not in the table', /^\| `vpcPeering` .*\n/m, '', 'securityAddons: no row for vpcPeering boolean'],
    ['a value is not in the table', '`active`, `suspended`', '`active`', 'Database record: no row for state active'],
    ['a type is another one', '| `tls` | boolean', '| `tls` | string', 'Create request: no row for tls boolean'],
    [
      'a header is not in the table',
      /^\| `Content-Type` .*\n/m,
      '',
      'Headers: no row for Content-Type application/json',
    ],
    ['a parameter has another value', '| `hide` |', '| `show` |', 'Parameters: no row for credentials hide'],
    [
      'an operation is not in the table',
      /^\| `GET \/v2\/vector.*\n/m,
      '',
      'Operations: no row for GET /v2/vector/index',
    ],
    ['a thing not shown is not in the table', /^\| Events .*\n/m, '', 'Not shown: no row for Events: Events'],
    ['a table is gone', /## Parameters[^#]*/, '', 'Parameters: no row for id'],
    ['a field is not one of api.md', '| `replicas` |', '| `copies` |', 'Database record: copies integer?'],
    ['a test has another name', 'sends a list as api.md documents it', 'sends a list', 'has no test "sends a list"'],
    [
      'a test file has another name',
      '../../test/contract/client.test.ts',
      '../../test/clients.test.ts',
      'does not exist',
    ],
    [
      'a row names no test',
      /\[client\.test\.ts\]\([^)]*\): sends a list[^<]*<br>/,
      'by eye<br>',
      'names no test: by eye',
    ],
  ])('is refused when %s', (_, place, replacement, problem) => {
    expect(problemsOf(changed(coverage, place, replacement))).toContainEqual(expect.stringContaining(problem));
  });

  it('is refused if a row is duplicated', () => {
    const row = /^\| `replicas` .*\n/m.exec(coverage)?.[0] ?? '';
    expect(problemsOf(changed(coverage, row, row + row))).toEqual(['Database record: replicas integer?']);
  });

  it('is refused if api.md has a new value without a row', () => {
    const document = parseApiDocument(changed(apiDocumentText, '`badger`, `pebble`', '`badger`, `pebble`, `rocks`'));
    const problems = coverageProblems(coverage, document, readTestFile);
    expect(problems).toContain('Database record: no row for db_type bolt badger pebble rocks string enum');
  });

  it('is refused if a test is skipped', () => {
    const skipping: ReadTestFile = (path) => readTestFile(path)?.replaceAll(/\bit\('/g, "it.skip('");
    expect(coverageProblems(coverage, parseApiDocument(), skipping)).not.toEqual([]);
  });
});
