import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HistoryBuilder } from '../../../src/notebook/history/history-builder.js';
import type { HistoryRow } from '../../../src/notebook/history/history.js';
import { anyRows, FIELDS } from '../sample-histories.js';

function rowAt(at: number, id: string, values: HistoryRow['values'] = {}): HistoryRow {
  return { at, resource: 'database', id, status: 'fresh', values };
}

describe('HistoryBuilder', () => {
  it('keeps a history unchanged while further rows are added and given up', () => {
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

  it('keeps the last row of no resource that was forgotten', () => {
    const builder = new HistoryBuilder({ fields: ['state'], maxBytes: 20_000 });
    builder.add(rowAt(0, 'quiet'));
    builder.add({ ...rowAt(0, 'gone'), status: 'forgotten' });
    for (let at = 1; at < 20_000; at++) builder.add(rowAt(at, 'busy'));
    expect(builder.history(20_000).id.texts).toEqual([undefined, 'quiet', 'busy']);
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
    expect(builder.history(3).row(1).values).toEqual({
      port: undefined,
      state: '2',
      'first a number': undefined,
      'first a text': '2',
    });
  });

  it('adds a row with an earlier time at the time of the last row', () => {
    const builder = new HistoryBuilder({ fields: [] });
    builder.add(rowAt(5, 'a'));
    builder.add(rowAt(3, 'b'));
    expect([...builder.history(4).at]).toEqual([5, 5]);
    expect(builder.history(4).to).toBe(5);
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
