import { Writable } from 'node:stream';
import { Table, tableFromIPC, tableToIPC } from 'apache-arrow';
import { csvParseRows } from 'd3-dsv';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HistoryBuilder } from '../../../src/notebook/history/history-builder.js';
import {
  arrowOf,
  backtestForecasts,
  concat,
  csvOf,
  generateHistory,
  historyFrom,
  jsonLinesOf,
  lastAt,
  slice,
  toArrow,
  toGrid,
  toObjects,
  writeCsv,
  type History,
  type NumberColumn,
} from '../../../src/notebook/index.js';
import { failureOf, issuePaths } from '../../support/failure-of.js';
import { anyRows, FIELDS, historyOfRows, LARGEST, largeNumbers, textOf } from '../sample-histories.js';

const row = { at: 0, resource: 'database' as const, id: 'a', status: 'fresh' as const };

it('toObjects, csvOf with `exact`, and jsonLinesOf return each row as it was', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const history = historyOfRows(rows);
      const objects = toObjects(history);
      expect(objects).toEqual(rows.map(({ at, values, ...facts }) => ({ time: new Date(at), ...facts, ...values })));
      const [header, ...cells] = csvParseRows(await textOf(csvOf(history, { exact: true })));
      expect(header).toEqual(['time', 'resource', 'id', 'status', ...FIELDS]);
      expect(cells).toEqual(
        rows.map(({ at, resource, id, status, values }) => [
          new Date(at).toISOString(),
          resource,
          id,
          status,
          ...FIELDS.map((field) => String(values[field] ?? '')),
        ]),
      );
      const lines = (await textOf(jsonLinesOf(history))).split('\n').slice(0, -1);
      // JSON has neither a negative zero nor an absent value.
      const inJson = JSON.stringify(objects, (_, value: unknown) => value ?? null);
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(inJson) as unknown);
    }),
  );
});

describe('csvOf', () => {
  it('puts an apostrophe before texts that a spreadsheet would run, and leaves numbers alone', async () => {
    const texts = ['=cmd()', '+1', '-1', '@x', '\tx', '\rx', 'a=b'];
    const history = historyOfRows(
      texts.map((state) => ({ ...row, values: { state, db_max_clients: -7 } })),
      ['state', 'db_max_clients'],
    );
    const [, ...cells] = csvParseRows(await textOf(csvOf(history)));
    expect(cells.map((line) => line.slice(4))).toEqual([
      ...texts.slice(0, -1).map((text) => [`'${text}`, '-7']),
      ['a=b', '-7'],
    ]);
  });

  it('quotes an empty text, which is no absent value, and refuses wrong options', async () => {
    const history = historyOfRows(
      ['', undefined].map((state) => ({ ...row, values: { state } })),
      ['state'],
    );
    expect(await textOf(csvOf(history))).toMatch(/,""\r\n.*,fresh,\r\n$/);
    expect(issuePaths(() => csvOf(historyOfRows([]), { exact: 1 } as object))).toEqual(['exact']);
  });
});

it('the rows of a history, and the parts that csvOf, jsonLinesOf and arrowOf return, can be read twice', async () => {
  const history = historyOfRows([{ ...row, values: {} }]);
  const rows = history.rows();
  expect([...rows]).toEqual([...rows]);
  for (const parts of [csvOf(history), jsonLinesOf(history), arrowOf(history) as AsyncIterable<never>]) {
    await textOf(parts);
    expect(await textOf(parts)).not.toBe('');
  }
});

describe('writeCsv', () => {
  const history = historyOfRows(
    Array.from({ length: 20_000 }, (_, at) => ({ ...row, at, values: { state: `s ${at}` } })),
  );

  it('writes to a stream of the platform and of Node, each part when the one before was taken', async () => {
    const parts: Uint8Array[] = [];
    let pending = 0;
    const take = async (part: Uint8Array): Promise<void> => {
      expect(++pending).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      pending -= 1;
      parts.push(part);
    };
    const text = await textOf(csvOf(history));
    await writeCsv(history, new WritableStream({ write: take }));
    expect(Buffer.concat(parts.splice(0)).toString()).toBe(text);
    const node = new Writable({ write: (part: Uint8Array, _, done) => void take(part).finally(done) });
    await writeCsv(history, node);
    expect(Buffer.concat(parts).toString()).toBe(text);
    expect(node.writableFinished).toBe(true);
    expect(parts.length).toBeGreaterThan(5);
  });

  it('leaves the standard output open', async () => {
    await writeCsv(historyOfRows([]), process.stdout);
    expect(process.stdout.writableEnded).toBe(false);
  });

  it('fails with the error of the stream, and refuses other values', async () => {
    const failure = new Error('no space left on device');
    const fails = (): never => {
      throw failure;
    };
    await expect(writeCsv(history, new WritableStream({ write: fails }))).rejects.toBe(failure);
    await expect(writeCsv(history, new Writable({ write: (_, __, done) => done(failure) }))).rejects.toBe(failure);
    const gone = new Writable({ write: () => undefined });
    setImmediate(() => gone.destroy());
    await expect(writeCsv(history, gone)).rejects.toThrow(/close/i);
    await expect(writeCsv(history, gone)).rejects.toThrow(/destroyed|close/i);
    await expect(writeCsv(history, {} as never)).rejects.toThrow(/writable: expected a WritableStream/);
  });
});

const message = /history: expected a history/;

it.each([undefined, null, {}, 'history', 1])('the functions of a history refuse the value %j', async (value) => {
  const history = value as unknown as History;
  expect(() => toObjects(history)).toThrow(message);
  for (const call of [csvOf, jsonLinesOf, arrowOf, slice, concat, backtestForecasts])
    expect(() => call(history)).toThrow(message);
  expect(() => lastAt(history, 0)).toThrow(message);
  expect(() => toGrid(history, { everyMs: 1 })).toThrow(message);
  await expect(toArrow(history)).rejects.toThrow(message);
});

it('toArrow returns a table with times, dictionaries, numbers and nulls', async () => {
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

/** The bytes of the file of a history. */
async function fileOf(history: History): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of arrowOf(history)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

describe('arrowOf and historyFrom', () => {
  it('return an equal history', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const history = historyOfRows(rows);
        const read = await historyFrom(await fileOf(history));
        expect([...read.rows()]).toEqual(rows);
        expect(read).toMatchObject({ rowCount: rows.length, from: history.from, to: 3e12, droppedRows: 0 });
        expect(read.fields).toEqual(FIELDS);
      }),
      { numRuns: 50 },
    );
  });

  it('keep rows without a value before the first text of a column that was read before', async () => {
    const builder = new HistoryBuilder({ fields: ['note'] });
    const add = (at: number, note?: string): void =>
      builder.add({ at, resource: 'database', id: 'a', status: 'fresh', values: { note } });
    add(1);
    expect(builder.history(1).column('note').values).toEqual(Uint32Array.of(0));
    add(2, 'x');
    const history = builder.history(2);
    expect(history.column('note').values).toEqual(Uint32Array.of(0, 1));
    const read = await historyFrom(await fileOf(history));
    expect([...read.rows()].map(({ values }) => values['note'])).toEqual([undefined, 'x']);
  });

  it('keep how many rows were dropped, and long texts of JSON', async () => {
    const builder = new HistoryBuilder({ fields: ['note'], maxBytes: 65_536 });
    const note = JSON.stringify('x'.repeat(9000));
    for (let at = 0; at < 9; at++)
      builder.add({ at, resource: 'index', id: 'a', status: 'fresh', values: { note: note + at } });
    const history = builder.history(9);
    expect(history.droppedRows).toBeGreaterThan(0);
    const read = await historyFrom(await fileOf(history));
    expect(read).toMatchObject({ droppedRows: history.droppedRows, to: 9 });
    expect([...read.rows()]).toEqual([...history.rows()]);
  });

  it('keep a history of several batches, in a file that apache-arrow reads', async () => {
    const history = generateHistory({ databases: 230, days: 1 });
    const file = await fileOf(history);
    expect(tableFromIPC(file).batches).toHaveLength(Math.ceil(history.rowCount / 65_536));
    expect([...(tableFromIPC(file).getChild('db_max_clients_used') ?? [])]).toEqual([
      ...history.column('db_max_clients_used').values,
    ]);
    const read = await historyFrom(file);
    expect([...read.at]).toEqual([...history.at]);
    for (const row of [0, history.rowCount - 1]) expect(read.row(row)).toEqual(history.row(row));
    for (const field of history.fields) expect(read.column(field)).toMatchObject({ kind: history.column(field).kind });
  });

  it('keep all digits of integers, also as bytes of other kinds', async () => {
    const table = (await toArrow(largeNumbers())) as Table;
    expect([...(table.getChild('db_request_limit') ?? [])]).toEqual([7n, LARGEST, null]);
    const file = await fileOf(largeNumbers());
    for (const bytes of [file, Uint8Array.from(file).buffer, Buffer.from(file)]) {
      const { exact } = (await historyFrom(bytes)).column('db_request_limit') as NumberColumn;
      expect([...(exact ?? [])]).toEqual([0n, LARGEST, 0n]);
    }
  });

  it('keep a number of more than 64 bits beside an integer', async () => {
    const rows = [LARGEST, 1e300].map((size, at) => ({ time: 1e12 + at, id: 'a', size }));
    const read = await historyFrom(await fileOf(await historyFrom(rows)));
    expect([...read.column('size').values]).toEqual([Number(LARGEST), 1e300]);
  });

  it('refuse a file that is cut off or of a newer version', async () => {
    const saved = await fileOf(historyOfRows([]));
    for (const length of [100, saved.length - 1])
      expect((await failureOf(historyFrom(saved.slice(0, length)))).message).toMatch(
        /data: expected a text in UTF-8 .* or a whole/,
      );
    const { schema, batches } = tableFromIPC(saved);
    schema.metadata.set('fleetglass.format', '2');
    const newer = tableToIPC(new Table(schema, batches), 'file');
    expect((await failureOf(historyFrom(newer))).message).toMatch(/data: a history of format 2, expected format 1/);
  });
});

it('without the package apache-arrow, the error says what to install', async () => {
  onTestFinished(() => vi.doUnmock('apache-arrow'));
  const history = historyOfRows([]);
  const file = await fileOf(history);
  for (const call of [toArrow, fileOf, () => historyFrom(file)]) {
    vi.doMock('apache-arrow', () => {
      throw new Error('Cannot find package');
    });
    expect((await failureOf(call(history))).message).toBe(
      'configure: Arrow tables and files need the package apache-arrow, which cannot be imported: ' +
        'run "npm install apache-arrow", or in Deno set "nodeModulesDir": "auto" in deno.json and add it to the imports',
    );
  }
});
