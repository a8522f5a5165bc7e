import { describe, expect, it } from 'vitest';
import { Subject } from 'rxjs';
import { headingsOf, nextSort, orderRows, parseSort } from '../../../../../src/apps/dashboard/page/grid/order-rows.js';
import { groupHeadings, groupingOf, groupRows } from '../../../../../src/apps/dashboard/page/grid/groups.js';
import type { RowFacts } from '../../../../../src/apps/dashboard/page/grid/row-facts.js';
import { listAsCsv } from '../../../../../src/apps/dashboard/page/grid/action-bar.js';
import { attentionKey } from '../../../../../src/format/attention.js';
import { withoutFormula } from '../../../../../src/format/csv-cell.js';
import { createFleet, decodeDatabase, upsertDatabase } from '../../../../../src/index.js';
import { moveCursor } from '../../../../../src/apps/dashboard/page/grid/grid-input.js';
import { throttle } from '../../../../../src/apps/dashboard/page/grid/throttle.js';
import { createManualClock } from '../../../../support/manual-clock.js';

const byName = { key: 'name', isDescending: false };

function row(id: string, keys: RowFacts['keys'] = {}, filters: RowFacts['filters'] = {}): RowFacts {
  const health = { kind: 'healthy' } as const;
  const text = `${keys['name'] ?? ''} ${id}`.toLowerCase();
  return { id, text, keys, filters, health, usage: 'none' };
}

describe('orderRows', () => {
  it('sorts names by the numbers in them, ignoring case, and equal rows by id', () => {
    const rows = [row('1', { name: 'cache-10' }), row('2', { name: 'Cache-2' }), row('3', { name: 'auth' })];
    expect(orderRows(rows, {}, byName)).toEqual(['3', '2', '1']);
    expect(orderRows(rows, {}, { key: 'name', isDescending: true })).toEqual(['1', '2', '3']);
    const equal = [row('b', { name: 'same' }), row('a', { name: 'same' }), row('c')];
    expect(orderRows(equal, {}, byName)).toEqual(['a', 'b', 'c']);
    expect(orderRows(equal.toReversed(), {}, byName)).toEqual(['a', 'b', 'c']);
  });

  it('sorts rows without a value last in both directions, by name', () => {
    const rows = [
      row('none-b', { name: 'b' }),
      row('low', { name: 'c', worst: 0.1 }),
      row('none-a', { name: 'a' }),
      row('high', { name: 'd', worst: 1.1 }),
    ];
    expect(orderRows(rows, {}, { key: 'worst', isDescending: false })).toEqual(['low', 'high', 'none-a', 'none-b']);
    expect(orderRows(rows, {}, { key: 'worst', isDescending: true })).toEqual(['high', 'low', 'none-a', 'none-b']);
  });

  it('does not depend on an earlier order, whose rows may have changed, left or been hidden', () => {
    const rows = ['c', 'a', 'd', 'b'].map((name, at) =>
      row(String(at), { name }, { plan: name === 'd' ? 'free' : '' }),
    );
    expect(orderRows(rows, { plan: '' }, byName, ['2', 'gone', '0', '3'])).toEqual(['1', '3', '0']);
  });

  it('finds rows that contain all words, ignoring case', () => {
    const rows = [row('id-1', { name: 'page cache' }), row('id-2', { name: 'cache' }), row('id-3', { name: 'orders' })];
    expect(orderRows(rows, { find: ' CACHE  id-' }, byName)).toEqual(['id-2', 'id-1']);
    expect(orderRows(rows, { find: 'cache orders' }, byName)).toEqual([]);
  });
});

it('nextSort takes the first direction of a column, then the reverse, then attention', () => {
  const sortOf = (text: string) => parseSort([{ key: 'name' }, { key: 'worst' }], text);
  expect(nextSort(sortOf(''), 'name', false)).toBe('name');
  expect(nextSort(sortOf('name'), 'name', false)).toBe('-name');
  expect(nextSort(sortOf('-name'), 'name', false)).toBe('');
  expect(nextSort(sortOf('name'), 'worst', true)).toBe('-worst');
  expect(nextSort(sortOf('-worst'), 'worst', true)).toBe('worst');
  expect(nextSort(sortOf('worst'), 'worst', true)).toBe('');
});

it('parseSort sorts by attention if no column has the key', () => {
  for (const text of [undefined, '', '-', 'nmae', '-attention'])
    expect(parseSort([{ key: 'name' }], text)).toEqual({ key: 'attention', isDescending: false });
});

it('attentionKey sorts by the condition, then by tenths of the use', () => {
  const kinds = ['missing', 'silent', 'beyond', 'near', 'filling', 'changing', 'healthy'] as const;
  const keys = kinds.flatMap((kind) => [12, 1.2, 0.5, undefined].map((ratio) => attentionKey({ kind }, ratio)));
  expect(keys.toSorted((a, b) => a - b)).toEqual(keys);
  expect(new Set(keys).size).toBe(keys.length);
  expect(attentionKey({ kind: 'healthy' }, 0.71)).toBe(attentionKey({ kind: 'healthy' }, 0.79));
});

it('headingsOf names the rows that need attention with their number, and the others', () => {
  const headings = (ids: readonly string[]) => [...headingsOf(ids, (id) => id.startsWith('bad'))];
  expect(headings(['bad-1'])).toEqual([[0, '1 needs attention']]);
  // A row that is added while the order is held is the last one.
  expect(headings(['bad-1', 'c', 'bad-2'])).toEqual([
    [0, '1 needs attention'],
    [1, 'Others'],
  ]);
  expect(headings(['c', 'd'])).toEqual([]);
});

it('groups of rows are sorted by name, keep the order of their rows, and put rows without a value last', () => {
  const rows = [
    row('1', { name: 'cache-eu-2' }),
    row('2', { name: 'orders' }),
    row('3', { name: 'cache-10' }),
    row('4'),
  ];
  const grouping = groupingOf({ group: 'prefix' }) ?? expect.unreachable('it is a grouping');
  const names = new Map(rows.map((each) => [each.id, grouping.nameOf(each)]));
  const ids = groupRows(['4', '3', '2', '1'], names);
  expect(ids).toEqual(['3', '1', '2', '4']);
  expect([...groupHeadings(ids, names, (id) => id !== '2')]).toEqual([
    [0, 'cache · 2, 2 need attention'],
    [2, 'orders · 1'],
    [3, 'Not known · 1, 1 needs attention'],
  ]);
  for (const group of ['', 'constructor', 'state']) expect(groupingOf({ group })).toBeUndefined();
  // Names that differ in case alone are two groups.
  const cased = new Map(Object.entries({ 1: 'Cache', 2: 'cache', 3: 'Cache' }));
  expect(groupRows(['1', '2', '3'], cased)).toEqual(['1', '3', '2']);
});

it('saves all digits of a limit, and nothing for an unknown use', () => {
  using fleet = createFleet({ baseUrl: 'http://127.0.0.1:8080', credentials: { username: 'a', password: 'b' } });
  const body = '{"database_id":"a","database_name":"orders","db_max_clients":9223372036854775807}';
  const { record } = decodeDatabase(body.replace('}', ',"modifying_state":null}'));
  if (record !== undefined) upsertDatabase(fleet, record);
  const [head = '', line = ''] = listAsCsv(fleet, 'database', ['a']).split('\r\n');
  const at = head.split(',').indexOf('db_max_clients');
  expect(line.split(',').slice(at - 1, at + 1)).toEqual(['', '9223372036854775807']);
  expect(line.split(',').slice(0, 4)).toEqual(['a', 'orders', '', '']);
});

it.each(['=1', '＝1', '＋1', '－1', '＠1'])('saves %s as a text', (text) => {
  expect(withoutFormula(text)).toBe(`'${text}`);
});

const ids = ['a', 'b', 'c', 'd', 'e'];

it.each([
  ['PageDown', 'b', 'd'],
  ['PageUp', 'd', 'b'],
  ['End', 'b', 'e'],
  // It stays within the list.
  ['ArrowUp', 'a', 'a'],
  ['PageDown', 'd', 'e'],
  // It starts at the top without a row or with a removed row.
  ['ArrowDown', undefined, 'a'],
  ['ArrowDown', 'gone', 'a'],
  ['x', 'a', undefined],
])('the key %s moves the cursor from %s to %s', (key, from, to) => {
  expect(moveCursor(key, ids, from, 2)).toBe(to);
  expect(moveCursor(key, [], from, 2)).toBeUndefined();
});

it('throttle computes at once after a quiet interval or at a flush, then once per interval, while it has subscribers', async () => {
  const clock = createManualClock();
  const changes = new Subject<void>();
  let computed = 0;
  const compute = (): number => (computed += 1);
  const view = throttle(clock, [changes], compute, () => 1000);
  const emitted: number[] = [];
  const subscription = view.subscribe((value) => emitted.push(value));
  expect(emitted).toEqual([1]);
  for (let change = 0; change < 5; change++) changes.next();
  expect(emitted).toEqual([1, 2]);
  await clock.advance(999);
  expect(emitted).toEqual([1, 2]);
  await clock.advance(1);
  expect(emitted).toEqual([1, 2, 3]);
  await clock.advance(10_000);
  expect(emitted).toEqual([1, 2, 3]);
  changes.next();
  expect(emitted).toEqual([1, 2, 3, 4]);
  changes.next();
  view.flush();
  view.flush();
  expect(emitted).toEqual([1, 2, 3, 4, 5]);
  changes.next();
  await clock.advance(999);
  expect(emitted).toEqual([1, 2, 3, 4, 5]);
  await clock.advance(1);
  expect(emitted).toEqual([1, 2, 3, 4, 5, 6]);
  changes.next();
  expect(clock.pending).toBeGreaterThan(0);
  subscription.unsubscribe();
  expect([changes.observed, clock.pending]).toEqual([false, 0]);
});
