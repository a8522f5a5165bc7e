import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { document } from './api-document.js';
import { fieldNamed, type DocumentedField } from './documented-field.js';
import { codesIn, readSections, type Row } from './read-sections.js';

const page = new URL('../../docs/internals/api-coverage.md', import.meta.url);

it('the coverage of api.md has a row for every item of api.md and for nothing else, each with tests that exist', () => {
  expect(coverageProblems(readFileSync(page, 'utf8'))).toEqual([]);
});

/**
 * Lists the problems of docs/internals/api-coverage.md: items of api.md without a row, rows without an item, and names of
 * tests that do not exist.
 */
function coverageProblems(coverage: string): string[] {
  const tables = new Map(readSections(coverage).map(({ title, rows }) => [title, rows]));
  return expectedTables().flatMap(({ title, items, itemsOf }) => {
    const rows = tables.get(title) ?? [];
    const found = rows.flatMap(itemsOf);
    return [
      ...items.filter((item) => !found.includes(item)).map((item) => `${title}: no row for ${item}`),
      ...found
        .filter((item, at) => !items.includes(item) || found.indexOf(item) < at)
        .map((item) => `${title}: ${item}?`),
      ...rows.flatMap((row) => testProblems(row).map((problem) => `${title}: ${itemsOf(row).join(', ')}: ${problem}`)),
    ];
  });
}

/** One table of the coverage: the expected rows, and the function that reads a row, which may have several items. */
interface ExpectedTable {
  readonly title: string;
  readonly items: readonly string[];
  readonly itemsOf: (row: Row) => readonly string[];
}

function expectedTables(): ExpectedTable[] {
  const { operations, successStatus, createRequest, database, vectorIndex, notShown } = document;
  const headers = operations.flatMap((operation) => operation.headers.map(({ name, value }) => `${name} ${value}`));
  return [
    {
      title: 'Operations',
      items: operations.map(({ method, path }) => `${method} ${path} ${successStatus}`),
      itemsOf: codesOf('Operation', 'Success'),
    },
    { title: 'Headers', items: [...new Set(headers)], itemsOf: codesOf('Header', 'Value') },
    {
      title: 'Parameters',
      items: operations.flatMap(({ pathParameters, queryParameters }) => [
        ...pathParameters,
        ...queryParameters.map(({ name, value }) => `${name} ${value}`),
      ]),
      itemsOf: codesOf('Parameter', 'Values'),
    },
    fieldTable('Create request', createRequest),
    fieldTable('Database record', database),
    fieldTable('securityAddons', fieldNamed(database, 'securityAddons').members),
    fieldTable('Vector index record', vectorIndex),
    fieldTable('Element of throughput_vector', fieldNamed(vectorIndex, 'throughput_vector').members),
    {
      title: 'Not shown',
      items: notShown.map(({ section, subject }) => `${section}: ${subject}`),
      itemsOf: ({ Section: section, 'Not shown': subject }) => [`${section}: ${subject}`],
    },
  ];
}

function fieldTable(title: string, fields: readonly DocumentedField[]): ExpectedTable {
  return {
    title,
    items: fields.map(({ name, type, values }) => [name, ...values, type].join(' ')),
    itemsOf: ({ Field: names = '', Values: values = '', Type: type }) =>
      codesIn(names).map((name) => [name, ...codesIn(values), type].join(' ')),
  };
}

function codesOf(...columns: string[]): (row: Row) => string[] {
  return (row) => [columns.flatMap((column) => codesIn(row[column] ?? '')).join(' ')];
}

function testProblems(row: Row): string[] {
  return (row['Covered by'] ?? '').split('<br>').flatMap((reference) => {
    const [, path, name] = /^\[[^\]]+\]\(([^)]+\.test\.ts)\): (.+)$/.exec(reference) ?? [];
    if (path === undefined || name === undefined) return [`names no test: ${reference}`];
    return isTestIn(readFileSync(new URL(path, page), 'utf8'), name) ? [] : [`${path} has no test "${name}"`];
  });
}

/** Whether a source contains a running test of this name. A skipped test or a quoted name does not count. */
function isTestIn(source: string, name: string): boolean {
  const at = source.indexOf(`'${name}'`);
  const before = source.slice(0, Math.max(0, at)).trimEnd();
  return at >= 0 && before.endsWith('(') && !/\.(?:skip|todo|fails)\($/.test(before);
}
