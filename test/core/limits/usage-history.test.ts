import { expect, test } from 'vitest';
import { historyCapacity, mergePoints, thinPoints } from '../../../src/core/limits/usage-history.js';

const STEP = 3750;
const MINUTE = 60_000;

/** Points whose amounts are their times, in steps. */
const points = (...steps: readonly number[]): number[] => steps.flatMap((step) => [step * STEP, step]);

test.each([
  [0, 0, 1440],
  [1, 1440 * 16, 1440],
  [1, 1440 * 16 - 1, 720],
  [2, 1440 * 16, 720],
  [1, 22 * 16, 22],
  [1, 22 * 16 - 1, 0],
  [10, 0, 0],
])('%d histories in %d bytes may have %d points each', (histories, limitBytes, expected) => {
  expect(historyCapacity(histories, limitBytes)).toBe(expected);
});

const numbers = (text: string): number[] => text.split(' ').filter(Boolean).map(Number);

test.each([
  ['', '1 1', '1 1'],
  ['1 1', '', '1 1'],
  ['1 1', '2 2', '1 1 2 2'],
  ['1 1', '1 2', '1 2'],
  ['1 1 5', '1 2', '1 2'],
  ['2 1 4 1', '1 2 2 2 3 2', '1 2 2 2 3 2 4 1'],
  ['9 1 10 1', '8 2', '8 2 9 1 10 1'],
])('the points %j and %j become %j', (one, other, expected) => {
  expect(mergePoints(numbers(one), numbers(other))).toEqual(numbers(expected));
});

test.each<[string, number[], number, number[]]>([
  ['keeps the last point of each step', points(1, 1.5, 2), 3, points(1.5, 2)],
  ['keeps all points that fit', points(1, 2), 3, points(1, 2)],
  ['keeps as many long after 1970', points(1000, 1001, 1002), 3, points(1000, 1001, 1002)],
  ['doubles the step', points(0, 1, 2, 3), 2, points(1, 3)],
  ['has steps that begin at multiples', points(1, 2, 3), 2, points(1, 3)],
  ['doubles the step until the points fit', points(0, 3, 4, 7, 8, 11), 3, points(3, 7, 11)],
  ['of nothing is empty', [], 3, []],
])('a history %s', (_, all, capacity, expected) => expect(thinPoints(all, capacity)).toEqual(expected));

test('a full history drops its oldest points once it covers a day, and all before a given time', () => {
  const day = Array.from({ length: 1441 }, (_, minute) => [minute * MINUTE, minute]).flat();
  expect(thinPoints(day, 1440)).toEqual(day.slice(2));
  expect(thinPoints(day, 1440, 1438 * MINUTE)).toEqual(day.slice(-6));
  expect(thinPoints(day, 1440, 2000 * MINUTE)).toEqual([]);
});
