import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HistoryBuilder } from '../../../src/notebook/history/history-builder.js';
import { concat, lastAt, slice, toGrid } from '../../../src/notebook/index.js';
import type { History, HistoryRow } from '../../../src/notebook/index.js';
import { issuePaths } from '../../support/failure-of.js';
import { anyRows, FIELDS, historyOf, historyOfRows, START } from '../sample-histories.js';

/** The seconds, ids, and values of one field. */
function rowsIn(history: History, field = 'state'): unknown[] {
  return [...history.rows()].map(({ at, id, values }) => [(at - START) / 1000, id, values[field]]);
}

const sample = historyOf(100, [
  [0, 'a', { state: 'active' }],
  [5, 'b', { state: 'active' }],
  [20, 'a', { state: 'suspended' }],
  [30, 'b', {}, 'forgotten'],
  [40, 'a', { state: 'active' }],
]);

/** The last row of each resource until a time, but of those that are forgotten, found the slow way. */
function stateAt(rows: readonly HistoryRow[], time: number): HistoryRow[] {
  const last = new Map(rows.filter(({ at }) => at <= time).map((row) => [`${row.resource} ${row.id}`, row]));
  return [...last.values()]
    .filter(({ status }) => status !== 'forgotten')
    .toSorted((a, b) => rows.indexOf(a) - rows.indexOf(b));
}

describe('slice', () => {
  it('returns a time with its bounds, and with a row of each known resource at its beginning', () => {
    const part = slice(sample, { from: START + 10_000, to: START + 30_000 });
    expect(rowsIn(part)).toEqual([
      [10, 'a', 'active'],
      [10, 'b', 'active'],
      [20, 'a', 'suspended'],
      [30, 'b', undefined],
    ]);
    expect(part).toMatchObject({ from: START + 10_000, to: START + 30_000, fields: ['state', 'modifying_state'] });
    expect(rowsIn(slice(sample, { from: START + 20_000, to: START + 20_000 }))).toEqual([
      [20, 'b', 'active'],
      [20, 'a', 'suspended'],
    ]);
    expect(rowsIn(slice(sample, { to: START - 1 }))).toEqual([]);
  });

  it('returns some ids and fields, and no other texts', () => {
    const part = slice(sample, { ids: ['b', 'unknown'], fields: ['state'] });
    expect(rowsIn(part)).toEqual([
      [5, 'b', 'active'],
      [30, 'b', undefined],
    ]);
    expect(part.id.texts).toEqual([undefined, 'b']);
    expect(part.fields).toEqual(['state']);
  });

  it('refuses wrong options and unknown fields', () => {
    expect(issuePaths(() => slice(sample, { from: 2, to: 1, fields: ['tls'] }))).toEqual(['from', 'fields[0]']);
    expect(issuePaths(() => slice(sample, { from: NaN, ids: 'a' as never }))).toEqual(['ids', 'from']);
  });
});

it('lastAt returns the state at each time', () => {
  fc.assert(
    fc.property(anyRows, fc.nat(2e12), (rows, time) => {
      expect(lastAt(historyOfRows(rows), time)).toEqual(stateAt(rows, time));
    }),
  );
  expect(issuePaths(() => lastAt(sample, NaN))).toEqual(['time']);
});

describe('toGrid', () => {
  it('has the state at equal intervals', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1e11, max: 1e13 }), (rows, everyMs) => {
        const history = historyOfRows(rows);
        const grid = [...toGrid(history, { everyMs }).rows()];
        const times = Array.from(
          { length: Math.floor((history.to - history.from) / everyMs) + 1 },
          (_, place) => history.from + place * everyMs,
        );
        const sorted = (found: HistoryRow[]): HistoryRow[] =>
          found.toSorted((a, b) => `${a.resource} ${a.id}`.localeCompare(`${b.resource} ${b.id}`));
        for (const time of times)
          expect(sorted(grid.filter(({ at }) => at === time))).toEqual(
            sorted(stateAt(rows, time).map((row) => ({ ...row, at: time }))),
          );
        expect(new Set(grid.map(({ at }) => at)).size).toBeLessThanOrEqual(times.length);
      }),
    );
  });

  it('begins at the first row of the history: for full minutes, at a slice from a full minute', () => {
    const times = (history: History): number[] =>
      [...new Set(toGrid(history, { everyMs: 60_000 }).at)].map((at) => (at - START) / 1000);
    const history = historyOf(150, [[7, 'a', { state: 'active' }]]);
    expect(times(history)).toEqual([7, 67, 127]);
    expect(times(slice(history, { from: START + 60_000 }))).toEqual([60, 120]);
  });

  it('refuses an interval of 0 and a grid that would not fit into memory', () => {
    expect(issuePaths(() => toGrid(sample, { everyMs: 0 }))).toEqual(['everyMs']);
    expect(() => toGrid(historyOf(1e9, [[0, 'a']]), { everyMs: 1 })).toThrow(/everyMs: expected a longer time/);
  });
});

describe('concat', () => {
  it('makes the whole of slices that follow each other', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(2e12), (rows, time) => {
        const history = historyOfRows(rows);
        fc.pre(time < history.to);
        const whole = concat(slice(history, { to: time }), slice(history, { from: time }));
        expect([...whole.rows()]).toEqual(rows);
      }),
    );
  });

  it('counts dropped rows once if the slices of a history follow each other', () => {
    const builder = new HistoryBuilder({ fields: ['port'], maxBytes: 8000 });
    for (let at = 0; at < 1000; at++) builder.add(rowAt(at, 'a', { port: at }));
    const history = builder.history(1000);
    const { droppedRows } = history;
    expect(droppedRows).toBeGreaterThan(0);
    expect(concat(slice(history, { to: 990 }), slice(history, { from: 990 }))).toMatchObject({ droppedRows });
  });

  it('has one row of a resource at a time, that of the later argument', () => {
    const historyIn = (state: string): History => historyOf(9, [[5, 'a', { state }]]);
    const [one, other] = [historyIn('active'), historyIn('suspended')];
    expect(rowsIn(concat(one, other))).toEqual([[5, 'a', 'suspended']]);
    expect(rowsIn(concat(other, one, one))).toEqual([[5, 'a', 'active']]);
  });

  it('has the fields of all, in the order of time, with exact integers', () => {
    const one = historyOfRows([rowAt(5, 'a', { db_max_clients: 7, note: 'x' })], ['db_max_clients', 'note']);
    const other = historyOfRows([rowAt(2, 'a', { port: 1 }), rowAt(9, 'a', { note: 3 })], ['port', 'note'], 10);
    const both = concat(one, other);
    expect([...both.rows()].map(({ at, values }) => [at, values])).toEqual([
      [2, { db_max_clients: undefined, note: undefined, port: 1 }],
      [5, { db_max_clients: 7, note: 'x', port: undefined }],
      [9, { db_max_clients: undefined, note: '3', port: undefined }],
    ]);
    expect(both).toMatchObject({ from: 2, to: 3e12, rowCount: 3 });
    const withoutNote = historyOfRows([rowAt(5, 'a')], ['note']);
    expect([...concat(withoutNote, other).column('note').values]).toEqual([NaN, NaN, 3]);
    expect(() => concat()).toThrow(/histories: expected at least one history/);
  });
});

it.each([[], [rowAt(5, 'a')]])('a history of %j has parts', (...rows: HistoryRow[]) => {
  const whole = historyOfRows(rows, FIELDS, 5);
  const parts = [slice(whole), slice(whole, { from: 5 }), toGrid(whole, { everyMs: 1 }), concat(whole, whole)];
  for (const part of parts) expect(part).toMatchObject({ rowCount: rows.length, from: 5, to: 5 });
  expect(lastAt(whole, 5)).toEqual(
    rows.map((each) => ({ ...each, values: Object.fromEntries(FIELDS.map((field) => [field, undefined])) })),
  );
});

function rowAt(at: number, id: string, values: HistoryRow['values'] = {}): HistoryRow {
  return { at, resource: 'database', id, status: 'fresh', values };
}

describe('HistoryBuilder', () => {
  it('keeps a history unchanged while further rows are added and dropped', () => {
    fc.assert(
      fc.property(anyRows, fc.nat(60), (rows, count) => {
        const builder = new HistoryBuilder({ fields: FIELDS, maxBytes: 1 });
        for (const row of rows.slice(0, count)) builder.add(row);
        const history = builder.history(3e12);
        const before = [...history.rows()];
        for (let turn = 0; turn < 20; turn++)
          for (const row of rows) builder.add({ ...row, at: 3e12, values: { ...row.values, state: `new ${turn}` } });
        expect([...history.rows()]).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('stays within its memory with long texts, up to the texts of a row', () => {
    const fields = ['one', 'two', 'three'];
    const builder = new HistoryBuilder({ fields, maxBytes: 65_536 });
    let mostBytes = 0;
    for (let at = 0; at < 1000; at++) {
      builder.add(rowAt(at, 'a', Object.fromEntries(fields.map((field) => [field, `${field} ${at} `.padEnd(1000)]))));
      mostBytes = Math.max(mostBytes, builder.history(at).bytes);
    }
    const history = builder.history(1000);
    expect(mostBytes).toBeLessThan(65_536 + 7000);
    expect(history.rowCount + history.droppedRows).toBe(1000);
    expect(history.rowCount).toBeGreaterThanOrEqual(4);
    expect(history.at.at(-1)).toBe(999);
  });

  it('drops no row while corrected rows take the memory', () => {
    const builder = new HistoryBuilder({ fields: ['port'], maxBytes: 8000 });
    for (let at = 0; at < 1000; at++) builder.add(rowAt(at % 20, 'a', { port: at }), at >= 20);
    expect(builder.history(1000)).toMatchObject({ rowCount: 20, droppedRows: 0 });
  });

  it('knows the state of every resource at the beginning of the rest, whatever the changes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { minLength: 400, maxLength: 1500 }), (ids) => {
        const builder = new HistoryBuilder({ fields: ['port'], maxBytes: 8000 });
        ids.forEach((id, at) => builder.add(rowAt(at, `id ${id}`, { port: at })));
        const history = builder.history(ids.length);
        const first = [...history.rows()].filter(({ at }) => at <= history.from);
        const known = new Map(first.map((row) => [row.id, row]));
        expect(first).toHaveLength(known.size);
        const expected = new Map(ids.slice(0, history.from + 1).map((id, at) => [`id ${id}`, at]));
        expect(new Map([...known].map(([id, { values }]) => [id, values['port']]))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves out a text in a column of numbers, and makes a number in a column of texts a text', () => {
    const builder = new HistoryBuilder({ fields: ['port', 'state', 'first a number', 'first a text'] });
    builder.add(rowAt(1, 'a', { port: 1, state: 'active', 'first a number': 1, 'first a text': 'x' }));
    builder.add(rowAt(2, 'a', { port: 'x', state: 2, 'first a number': 'x', 'first a text': 2 }));
    expect(Object.values(builder.history(3).row(1).values)).toEqual([undefined, '2', undefined, '2']);
  });

  it('refuses a field that was not captured, and a row that does not exist', () => {
    const builder = new HistoryBuilder({ fields: ['state', 'port'] });
    const history = builder.history(0);
    expect(() => history.column('tls')).toThrow('field: not a captured field, expected one of state, port');
    expect(() => history.row(0)).toThrow('index: the history has no rows');
    for (let at = 0; at < 3; at++) builder.add(rowAt(at, 'a', {}));
    for (const index of [-1, 0.5, 3])
      expect(() => builder.history(3).row(index)).toThrow('index: expected an integer from 0 to 2');
  });
});
