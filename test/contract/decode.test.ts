import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../src/core/records/decode.js';
import { isCredentialField } from '../../src/core/records/credential-fields.js';
import { document } from './api-document.js';
import { databases, departuresIn, sampleOf, vectorIndices, type JsonObject } from './document-arbitraries.js';
import { fieldNamed, withEachValue, type DocumentedField } from './documented-field.js';

describe('reading records that api.md allows', () => {
  const database = sampleOf(databases);
  const index = sampleOf(vectorIndices);
  const readDatabase = (record: JsonObject) => decodeDatabase(JSON.stringify(record)).drift;
  const readIndex = (record: JsonObject) => decodeVectorIndices(JSON.stringify([record])).drift;

  it('reads every database that api.md allows without drift, and unchanged', () => {
    const examples = withEachValue(document.database).map((fields): [JsonObject] => [{ ...database, ...fields }]);
    fc.assert(
      fc.property(databases, (record) => {
        const { record: read, drift } = decodeDatabase(JSON.stringify(record));
        expect(drift).toEqual([]);
        expect(read).toEqual(record);
      }),
      { examples, numRuns: 100 + examples.length },
    );
  });

  it('reads every list of vector indices that api.md allows without drift, and unchanged', () => {
    const eachValue = withEachValue(document.vectorIndex).map((fields) => ({ ...index, ...fields }));
    fc.assert(
      fc.property(fc.array(vectorIndices, { maxLength: 3 }), (indices) => {
        const list = indices.map((record, at) => ({ ...record, id: `unique-${at}` }));
        const { records, drift } = decodeVectorIndices(JSON.stringify(list));
        expect(drift).toEqual([]);
        expect(records).toEqual(list);
      }),
      { examples: [[eachValue]], numRuns: 101 },
    );
  });

  it.each(except(document.database, ['database_id', 'modifying_state']))(
    'reports each way in which $name of a database departs',
    (field) => {
      for (const { how, record } of departuresIn(database, field)) {
        expect(readDatabase(record)).toEqual([expect.objectContaining({ path: field.name, kind: how })]);
      }
    },
  );

  it.each(except(document.vectorIndex, ['id']))('reports each way in which $name of an index departs', (field) => {
    for (const { how, record } of departuresIn(index, field)) {
      // A fleet splits credentials off, so an absent credential is no departure.
      if (how === 'missing' && isCredentialField(field.name)) expect(readIndex(record)).toEqual([]);
      else expect(readIndex(record)).toEqual([expect.objectContaining({ path: `[0].${field.name}`, kind: how })]);
    }
  });

  it('returns no record if the identifier is absent or mistyped, and names it', () => {
    for (const { record } of departuresIn(database, fieldNamed(document.database, 'database_id'))) {
      const { record: read, drift } = decodeDatabase(JSON.stringify(record));
      expect([read, drift[0]?.path]).toEqual([undefined, 'database_id']);
    }
    for (const { record } of departuresIn(index, fieldNamed(document.vectorIndex, 'id'))) {
      const { records, drift } = decodeVectorIndices(JSON.stringify([index, record]));
      expect([records, drift[0]?.path]).toEqual([undefined, '[1].id']);
    }
  });

  it('accepts an absent, null or empty modifying_state, and any other text', () => {
    const { modifying_state: _, ...absent } = database;
    const states = [null, '', 'creating', 'something newer'];
    const records = [absent, ...states.map((modifying_state) => ({ ...database, modifying_state }))];
    expect(records.map(readDatabase)).toEqual(records.map(() => []));
    expect(readDatabase({ ...database, modifying_state: 1 })).toHaveLength(1);
  });

  it('reports a negative value of exactly the fields that api.md lists as limits of a database', () => {
    const numeric = document.database.filter(({ type }) => type === 'int64' || type === 'integer');
    const found = numeric.filter(({ name }) => kindOf(readDatabase({ ...database, [name]: -1 })) === 'negative-limit');
    expect(names(found)).toEqual(document.databaseLimits.toSorted());
  });

  it('reports a negative value of exactly the fields that api.md lists as limits of an index, except -1 for bandwidth', () => {
    const numeric = document.vectorIndex.filter(({ type }) => type === 'number');
    const found = (value: number) =>
      names(numeric.filter(({ name }) => kindOf(readIndex({ ...index, [name]: value })) === 'negative-limit'));
    expect(found(-2)).toEqual(document.vectorIndexLimits.toSorted());
    expect(found(-1)).toEqual(document.vectorIndexLimits.filter((name) => name !== 'max_monthly_bandwidth').toSorted());
  });

  it('treats exactly the fields that api.md calls secret as secrets', () => {
    const fields = [...document.database, ...document.vectorIndex];
    const secrets = fields.filter(({ note }) => /\ba secret\b/.test(note));
    expect(names(fields.filter(({ name }) => isCredentialField(name)))).toEqual(['read_only_token', 'token']);
    expect(names(secrets)).toEqual(['read_only_token', 'token']);
  });
});

function except(fields: readonly DocumentedField[], left: readonly string[]): DocumentedField[] {
  return fields.filter(({ name }) => !left.includes(name));
}

function names(fields: readonly DocumentedField[]): string[] {
  return fields.map(({ name }) => name).toSorted();
}

function kindOf(drift: readonly { kind: string }[]): string | undefined {
  return drift[0]?.kind;
}
