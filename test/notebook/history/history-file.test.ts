import { Table, tableFromArrays, tableFromIPC, tableToIPC } from 'apache-arrow';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { generateHistory } from '../../../src/notebook/history/generate-history.js';
import { arrowOf, toArrow } from '../../../src/notebook/history/arrow-table.js';
import { loadHistory, saveHistory } from '../../../src/notebook/history/history-file.js';
import type { NumberColumn } from '../../../src/notebook/index.js';
import { anyRows, FIELDS, historyOfRows, LARGEST, largeNumbers } from '../sample-histories.js';

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no error',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

describe('toArrow', () => {
  it('returns a table with times, dictionaries, numbers and nulls', async () => {
    const rows = [
      { at: 5, resource: 'database', id: 'a', status: 'fresh', values: { state: 'active', db_max_clients: 7 } },
      { at: 9, resource: 'database', id: 'b', status: 'stale', values: {} },
    ] as const;
    const table = (await toArrow(historyOfRows(rows, ['state', 'db_max_clients']))) as Table;
    expect(table.schema.fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'time: Timestamp<MILLISECOND, UTC>',
      'resource: Dictionary<Int32, Utf8>',
      'id: Dictionary<Int32, Utf8>',
      'status: Dictionary<Int32, Utf8>',
      'state: Dictionary<Int32, Utf8>',
      'db_max_clients: Float64',
    ]);
    expect(table.toArray().map((row) => ({ ...row }))).toEqual([
      { time: 5, resource: 'database', id: 'a', status: 'fresh', state: 'active', db_max_clients: 7 },
      { time: 9, resource: 'database', id: 'b', status: 'stale', state: null, db_max_clients: null },
    ]);
  });
});

describe('saveHistory and loadHistory', () => {
  it('return an equal history', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const history = historyOfRows(rows);
        const loaded = await loadHistory(await saveHistory(history));
        expect([...loaded.rows()]).toEqual(rows);
        expect(loaded).toMatchObject({ rowCount: rows.length, from: history.from, to: 3e12, droppedRows: 0 });
        expect(loaded.fields).toEqual(FIELDS);
      }),
      { numRuns: 50 },
    );
  });

  it('write a file that apache-arrow reads', async () => {
    const history = generateHistory({ databases: 5 });
    const table = tableFromIPC(await saveHistory(history));
    expect(table.numRows).toBe(history.rowCount);
    expect(table.getChild('id')?.get(0)).toBe('db-00001');
    expect([...(table.getChild('db_max_clients_used') ?? [])]).toEqual([
      ...history.column('db_max_clients_used').values,
    ]);
  });

  it('keep a generated history, as bytes of any kind', async () => {
    const history = generateHistory({ databases: 20 });
    const saved = await saveHistory(history);
    const loaded = await loadHistory(Uint8Array.from(saved).buffer);
    expect([...loaded.rows()]).toEqual([...history.rows()]);
    expect([...(await loadHistory(Buffer.from(saved))).at]).toEqual([...history.at]);
  });

  it('keep all digits of integers, and read a stream of batches', async () => {
    const table = (await toArrow(largeNumbers())) as Table;
    expect([...(table.getChild('db_request_limit') ?? [])]).toEqual([7n, LARGEST, null]);
    const long = generateHistory({ databases: 230, days: 1 });
    for (const history of [largeNumbers(), historyOfRows([]), long]) {
      const parts: Uint8Array[] = [];
      for await (const part of arrowOf(history)) parts.push(part);
      const stream = Buffer.concat(parts);
      const batches = tableFromIPC(stream).batches.filter(({ numRows }) => numRows > 0);
      expect(batches).toHaveLength(Math.ceil(history.rowCount / 65_536));
      const loaded = await loadHistory(stream);
      expect([...loaded.at]).toEqual([...history.at]);
      for (const row of [0, history.rowCount - 1].filter((each) => each in history.at))
        expect(loaded.row(row)).toEqual(history.row(row));
      expect(await messageOf(loadHistory(stream.subarray(0, -3)))).toMatch(/bytes: not a saved history/);
      for (const field of history.fields)
        expect(loaded.column(field)).toMatchObject({ kind: history.column(field).kind });
    }
    const { exact } = (await loadHistory(await saveHistory(largeNumbers()))).column('db_request_limit') as NumberColumn;
    expect([...(exact ?? [])]).toEqual([0n, LARGEST, 0n]);
  });

  it('refuse a file that is cut off, is of another program, or of a newer version', async () => {
    const saved = await saveHistory(historyOfRows([]));
    const foreign = tableToIPC(tableFromArrays({ at: [1, 2] }), 'file');
    for (const bytes of [foreign, ...[0, 1, 100, saved.length - 1].map((length) => saved.slice(0, length))])
      expect(await messageOf(loadHistory(bytes))).toMatch(/bytes: not a saved history, or not all of it/);
    const { schema, batches } = tableFromIPC(saved);
    schema.metadata.set('fleetglass.format', '2');
    const newer = tableToIPC(new Table(schema, batches), 'file');
    expect(await messageOf(loadHistory(newer))).toMatch(/bytes: a history of format 2, expected format 1/);
    expect(await messageOf(loadHistory('history.arrow' as never))).toMatch(/bytes: expected the bytes of a file/);
  });
});

describe('without the package apache-arrow', () => {
  afterEach(() => vi.doUnmock('apache-arrow'));

  it('the error tells what to install', async () => {
    const history = historyOfRows([]);
    for (const call of [toArrow, saveHistory, () => loadHistory(new Uint8Array())]) {
      vi.doMock('apache-arrow', () => {
        throw new Error('Cannot find package');
      });
      expect(await messageOf(call(history))).toBe(
        'FleetError: configure: Arrow tables and files need the package apache-arrow, which cannot be imported: ' +
          'run "npm install apache-arrow", or in Deno set "nodeModulesDir": "auto" in deno.json and add it to the imports',
      );
    }
  });
});
