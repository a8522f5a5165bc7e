import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRows, FIELDS, historyOfRows, textOf } from '../sample-histories.js';
import { issuePaths } from '../../support/failure-of.js';
import {
  arrowOf,
  concat,
  csvOf,
  type History,
  jsonLinesOf,
  lastAt,
  slice,
  toArrow,
  toGrid,
  toObjects,
  writeCsv,
} from '../../../src/notebook/index.js';

/** Reads CSV as RFC 4180 describes it. `undefined` for an empty cell without quotes. */
function parseCsv(text: string): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [];
  let row: (string | undefined)[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain || undefined : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const row = { at: 0, resource: 'database' as const, id: 'a', status: 'fresh' as const };

it('toObjects returns an object for each row, with a date and the fields', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      expect(toObjects(historyOfRows(rows))).toEqual(
        rows.map(({ at, values, ...facts }) => ({ time: new Date(at), ...facts, ...values })),
      );
    }),
  );
});

describe('csvOf', () => {
  it('returns a table that reads back as it was, with `exact`', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const [header, ...cells] = parseCsv(await textOf(csvOf(historyOfRows(rows), { exact: true })));
        expect(header).toEqual(['time', 'resource', 'id', 'status', ...FIELDS]);
        expect(cells).toEqual(
          rows.map(({ at, resource, id, status, values }) => [
            new Date(at).toISOString(),
            resource,
            id,
            status,
            ...FIELDS.map((field) => (values[field] === undefined ? undefined : String(values[field]))),
          ]),
        );
      }),
    );
  });

  it('puts an apostrophe before texts that a spreadsheet would run, and leaves numbers alone', async () => {
    const texts = ['=cmd()', '+1', '-1', '@x', '\tx', '\rx', 'a=b'];
    const history = historyOfRows(
      texts.map((state) => ({ ...row, values: { state, db_max_clients: -7 } })),
      ['state', 'db_max_clients'],
    );
    const [, ...cells] = parseCsv(await textOf(csvOf(history)));
    expect(cells.map((line) => line.slice(4))).toEqual([
      ...texts.slice(0, -1).map((text) => [`'${text}`, '-7']),
      ['a=b', '-7'],
    ]);
  });

  it('refuses wrong options', () => {
    expect(issuePaths(() => csvOf(historyOfRows([]), { exact: 1 } as object))).toEqual(['exact']);
  });
});

it('jsonLinesOf returns an object for each row', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const lines = (await textOf(jsonLinesOf(historyOfRows(rows)))).split('\n').slice(0, -1);
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
        rows.map(({ at, resource, id, status, values }) => ({
          time: new Date(at).toISOString(),
          ...{ resource, id, status },
          // JSON has no negative zero.
          ...Object.fromEntries(
            FIELDS.map((field) => [field, JSON.parse(JSON.stringify(values[field] ?? null)) as unknown]),
          ),
        })),
      );
    }),
  );
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
    const node = new Writable({
      write: (part: Uint8Array, _, done) => void take(part).finally(done),
    });
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

it.each([undefined, null, {}, 'history', 1])('the exports refuse the value %j instead of a history', async (value) => {
  const history = value as unknown as History;
  expect(() => toObjects(history)).toThrow(message);
  for (const call of [csvOf, jsonLinesOf, arrowOf, slice, concat]) expect(() => call(history)).toThrow(message);
  expect(() => lastAt(history, 0)).toThrow(message);
  expect(() => toGrid(history, { everyMs: 1 })).toThrow(message);
  await expect(toArrow(history)).rejects.toThrow(message);
});
