import { describe, expect, it } from 'vitest';
import { apiDocumentText, parseApiDocument } from './api-document.js';
import { fieldNamed, type DocumentedField } from './documented-field.js';

const document = parseApiDocument();

/** Replaces one part of the document. Throws if the part is absent, since the test would then check nothing. */
function changed(place: string | RegExp, replacement: string): string {
  const text = apiDocumentText.replace(place, replacement);
  if (text === apiDocumentText) throw new Error(`nothing to change at ${place}`);
  return text;
}

/** The table rows of a document, as regular expressions that match the line of one field. */
function rowOf({ name }: DocumentedField): RegExp {
  return new RegExp(`^\\| ${name} \\|.*\\n`, 'm');
}

describe('reading api.md as data', () => {
  it('finds 42 fields of a database, 5 add-ons, 25 of an index, 2 of a point and 8 of a request', () => {
    const addons = fieldNamed(document.database, 'securityAddons').members;
    const point = fieldNamed(document.vectorIndex, 'throughput_vector').members;
    const counts = [document.database, addons, document.vectorIndex, point, document.createRequest];
    expect(counts.map(({ length }) => length)).toEqual([42, 5, 25, 2, 8]);
  });

  it('reads types, required flags and values as a person does', () => {
    expect(fieldNamed(document.database, 'state')).toMatchObject({
      type: 'string enum',
      values: ['active', 'suspended', 'passive'],
    });
    expect(fieldNamed(document.database, 'db_acl_enabled').values).toEqual(['true', 'false']);
    expect(fieldNamed(document.database, 'replicas').type).toBe('integer');
    expect(fieldNamed(document.vectorIndex, 'reserved_price')).toMatchObject({ type: 'number', required: false });
    expect(fieldNamed(document.createRequest, 'plan')).toMatchObject({ required: false });
    expect(fieldNamed(document.createRequest, 'plan').values).toHaveLength(9);
    expect(document.createRequest.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'database_name',
      'platform',
      'primary_region',
    ]);
  });

  it('resolves a value set by reference', () => {
    const request = fieldNamed(document.createRequest, 'primary_region');
    expect(fieldNamed(document.database, 'primary_region').values).toEqual(request.values);
    expect(request.values).toHaveLength(18);
  });

  it('reads methods, paths, parameters, headers and answers of the three operations', () => {
    expect(document.operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/redis/database',
      'GET /v2/redis/database/{id}',
      'GET /v2/vector/index',
    ]);
    expect(document.operations.map(({ queryParameters }) => queryParameters)).toEqual([
      [],
      [{ name: 'credentials', value: 'hide' }],
      [],
    ]);
    expect(document.operations.map(({ hasBody }) => hasBody)).toEqual([true, false, false]);
    expect(document.operations.map(({ answers }) => answers)).toEqual(['database', 'database', 'vector indices']);
    expect(document.operations[0]?.headers).toEqual([
      { name: 'Authorization', value: 'Basic <encoded-value>' },
      { name: 'Content-Type', value: 'application/json' },
    ]);
    expect(document.successStatus).toBe(200);
  });

  it('finds 12 limits of a database, 9 limits of an index and 14 undocumented items', () => {
    expect(document.databaseLimits).toHaveLength(12);
    expect(document.vectorIndexLimits).toHaveLength(9);
    expect(document.notShown).toHaveLength(14);
    expect(document.notShown).toContainEqual({ section: 'Events', subject: 'Events, webhooks or notifications' });
  });
});

describe('reading an unexpected document', () => {
  it.each([...document.database, ...document.vectorIndex].map((field) => [field.name, field] as const))(
    'fails without the row of %s',
    (_, field) => {
      expect(() => parseApiDocument(changed(rowOf(field), ''))).toThrow(/^api\.md: (?:41|24) fields/);
    },
  );

  it.each([
    ['a row of the request is gone', /^\| platform \|.*\n/m, '', '7 fields of a create request'],
    ['a row is new', /^\| budget \| int64 .*\n/m, '$&| newer | string | New. |\n', '43 fields of a database'],
    ['an add-on is gone', ', `encryptionAtRest`', '', '4 members of securityAddons'],
    ['a member of a point is gone', /; `y` is a number[^.]*/, '', '1 members of throughput_vector'],
    ['an enum has no values', '`bolt`, `badger`, `pebble`', 'three engines', 'no values of db_type'],
    ['a value stands twice', '`bolt`, `badger`', '`bolt`, `bolt`', 'db_type stands twice'],
    ['a type is unknown', '| replicas | integer |', '| replicas | int32 |', 'unknown type int32'],
    ['a reference leads nowhere', '`primary_region` request', '`home_region` request', 'no field home_region'],
    ['a required flag is unclear', '| platform | string enum | yes |', '| platform | string enum | |', 'is platform'],
    ['a heading is gone', '### Vector index record', '### Index', 'no section Vector index record'],
    ['an operation is gone', /- Method and path: `GET \/v2\/vector\/index`/, '', '2 operations'],
    ['a path parameter is not explained', /^- Path parameter `id`.*\n/m, '', 'path of Get a database'],
    ['an answer is of another kind', 'a JSON array of vector index', 'a page of vector index', 'unknown answer'],
    ['a limit is gone', '`db_store_max_idle` (nanoseconds)', 'and more', '11 limits of a database'],
    ['the states are listed twice', 'takes the values `active`, ', 'takes the values ', 'two lists of states'],
    ['something not shown hides in a form of its own', '/v2`. Rules', '/v2`. It is not shown. Rules', 'not shown'],
  ])('fails when %s', (_, place, replacement, message) => {
    expect(() => parseApiDocument(changed(place, replacement))).toThrow(message);
  });
});
