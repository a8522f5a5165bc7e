import { expect, test } from 'vitest';
import { dropEndedPeriods, isPeriodOver, periodStart } from '../../../src/core/limits/quota-period.js';

const evening = Date.UTC(2026, 11, 31, 23, 59);

test.each([
  ['queries/day', Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 1)],
  ['bytes/month', Date.UTC(2026, 11), Date.UTC(2027, 0)],
  ['bytes', -Infinity, Infinity],
] as const)('a period of %s begins and ends in UTC', (unit, start, end) => {
  expect([periodStart(unit, evening), periodStart(unit, evening, 1)]).toEqual([start, end]);
  expect(isPeriodOver(unit, start, evening)).toBe(false);
  expect(isPeriodOver(unit, start - 1, evening)).toBe(start > 0);
});

test('the readings of an ended period are left out', () => {
  const [yesterday, today] = [evening - 86_400_000, evening].map((at) => ({ at, used: 1 }));
  const sample = { max_daily_queries: yesterday, max_vector_count: yesterday, max_daily_updates: today };
  const { max_daily_queries: _, ...current } = sample;
  expect(dropEndedPeriods(sample as never, evening)).toEqual(current);
  expect(dropEndedPeriods(current as never, evening)).toBe(current);
  expect(dropEndedPeriods({ max_daily_queries: yesterday } as never, evening)).toBeUndefined();
  expect(dropEndedPeriods(undefined, evening)).toBeUndefined();
});
