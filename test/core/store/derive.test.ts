import { describe, expect, test, vi } from 'vitest';
import { createCell } from '../../../src/core/store/cell.js';
import { Commits } from '../../../src/core/store/commits.js';
import { derive } from '../../../src/core/store/derive.js';
import { createNotes } from './notes.js';

function setUp() {
  const errors: unknown[] = [];
  const commits = new Commits((error) => errors.push(error));
  return { commits, errors, a: createCell(commits, 1), b: createCell(commits, 10) };
}

describe('a derived view', () => {
  test.each(['source first', 'source last'])('of a diamond, %s, never mixes two commits', (order) => {
    const { commits, a } = setUp();
    const double = derive(commits, [a.view], (x) => x * 2);
    const square = derive(commits, [a.view], (x) => x * x);
    const views = order === 'source first' ? [a.view, double, square] : [square, double, a.view];
    const compute = vi.fn<(...values: number[]) => string>((...values) => values.join());
    const all = derive(commits, views, compute);
    const emitted: string[] = [];
    all.subscribe((now) => emitted.push(now));
    a.set(3);
    expect(emitted).toEqual(order === 'source first' ? ['1,2,1', '3,6,9'] : ['1,2,1', '9,6,3']);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  test('computes nothing without subscribers, and once for many subscribers', () => {
    const { commits, a } = setUp();
    const compute = vi.fn<(x: number) => number>((x) => x + 1);
    const view = derive(commits, [a.view], compute);
    a.set(2);
    expect(compute).not.toHaveBeenCalled();
    expect([view.value, view.value]).toEqual([3, 3]);
    for (let count = 0; count < 5; count++) view.subscribe();
    expect(compute).toHaveBeenCalledTimes(1);
    a.set(3);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  test('computes if all inputs are undefined at first, and again if one of them changes', () => {
    const { commits, b } = setUp();
    const empty = createCell<number | undefined>(commits, undefined);
    const text = derive(commits, [empty.view], (x) => `${x}`);
    const sum = derive(commits, [empty.view, b.view], (x = 1, y) => x + y);
    expect([text.value, sum.value]).toEqual(['undefined', 11]);
    empty.set(2);
    expect([text.value, sum.value]).toEqual(['2', 12]);
  });

  test('subscribes to its inputs while it has subscribers, and unsubscribes afterwards', () => {
    const { commits, store, say, watchedIds } = createNotes();
    const view = derive(commits, [store.record('a'), store.record('b')], (...both) => both.length);
    const subscriptions = [view.subscribe(), view.subscribe()];
    expect(watchedIds()).toEqual(['a', 'b']);
    subscriptions[0]?.unsubscribe();
    say('a');
    expect(watchedIds().includes('a')).toBe(true);
    subscriptions[1]?.unsubscribe();
    expect(watchedIds()).toEqual([]);
    const again: number[] = [];
    view.subscribe((now) => again.push(now));
    expect(again).toEqual([2]);
    expect(watchedIds()).toEqual(['a', 'b']);
  });

  test('reports an error of compute once for a commit or a subscription, emits nothing, and recovers', () => {
    const { commits, errors, a, b } = setUp();
    const compute = (x: number, y: number): number => {
      if (x === 2) throw new RangeError('of a computation');
      return x + y;
    };
    const view = derive(commits, [a.view, b.view], compute);
    const emitted: number[] = [];
    view.subscribe((now) => emitted.push(now));
    commits.commit(() => {
      a.set(2);
      b.set(20);
    });
    expect(errors).toHaveLength(1);
    expect(() => view.value).toThrow(RangeError);
    derive(commits, [a.view, b.view], compute).subscribe();
    expect(errors).toHaveLength(2);
    a.set(3);
    expect(emitted).toEqual([11, 23]);
  });
});

test('a cell does not emit the same value, compared by Object.is', () => {
  const { commits } = setUp();
  const cell = createCell<unknown>(commits, NaN);
  const emitted: unknown[] = [];
  cell.view.subscribe((now) => emitted.push(now));
  for (const value of [NaN, 0, 0, -0, undefined, undefined, null]) cell.set(value);
  expect(emitted).toEqual([NaN, 0, -0, undefined, null]);
});
