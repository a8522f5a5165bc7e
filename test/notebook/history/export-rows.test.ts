import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv, toObjects } from '../../../src/notebook/history/export-rows.js';
import { anyRows, FIELDS, historyOfRows } from '../sample-histories.js';
import { issuePaths } from './issue-paths.js';

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

describe('toObjects', () => {
  it('returns an object for each row, with a date and the fields', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        expect(toObjects(historyOfRows(rows))).toEqual(
          rows.map(({ at, values, ...facts }) => ({ time: new Date(at), ...facts, ...values })),
        );
      }),
    );
  });
});

describe('toCsv', () => {
  it('returns a table that reads back as it was, with `exact`', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const [header, ...cells] = parseCsv(toCsv(historyOfRows(rows), { exact: true }));
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

  it('puts an apostrophe before texts that a spreadsheet would run, and leaves numbers alone', () => {
    const texts = ['=cmd()', '+1', '-1', '@x', '\tx', '\rx', 'a=b'];
    const history = historyOfRows(
      texts.map((state) => ({ ...row, values: { state, db_max_clients: -7 } })),
      ['state', 'db_max_clients'],
    );
    const [, ...cells] = parseCsv(toCsv(history));
    expect(cells.map((line) => line.slice(4))).toEqual([
      ...texts.slice(0, -1).map((text) => [`'${text}`, '-7']),
      ['a=b', '-7'],
    ]);
  });

  it('refuses wrong options', () => {
    expect(issuePaths(() => toCsv(historyOfRows([]), { exact: 1 } as object))).toEqual(['exact']);
  });
});
