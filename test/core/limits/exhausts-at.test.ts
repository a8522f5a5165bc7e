import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitCatalogue } from '../../../src/core/limits/limit-catalogue.js';
import { exhaustsAt } from '../../../src/core/limits/exhausts-at.js';

const MINUTE = 60_000;
const noon = Date.UTC(2026, 0, 10, 12);
const { db_memory_threshold: level, db_request_limit: total } = limitCatalogue.database;
const { max_daily_updates: daily, max_monthly_bandwidth: monthly } = limitCatalogue.index;

/** A history of so many minutes, ending at noon. */
const history = (count: number, amountAt: (minute: number) => number): number[] =>
  Array.from({ length: count }, (_, minute) => [noon + (minute - count + 1) * MINUTE, amountAt(minute)]).flat();

/** Minutes after noon. */
const minutesLeft = (...given: Parameters<typeof exhaustsAt>): number | undefined => {
  const at = exhaustsAt(...given);
  return at === undefined ? undefined : (at - noon) / MINUTE;
};

describe('exhaustsAt', () => {
  it('extends the trend line to the limit', () => {
    const line = history(11, (minute) => 50 + minute);
    expect(minutesLeft(level, 100, line)).toBeCloseTo(40, 2);
    expect(minutesLeft(total, 100, line)).toBeCloseTo(40, 2);
  });

  it('ignores a few outliers', () => {
    const line = history(20, (minute) => (minute % 5 === 2 ? 7919 * minute : 50 + minute));
    expect(minutesLeft(level, 100, line)).toBeCloseTo(31, 2);
  });

  it('tolerates a little noise', () => {
    const noise = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(noise, (off) => {
        const left = minutesLeft(
          level,
          100,
          history(30, (minute) => 50 + minute + (off[minute] ?? 0)),
        );
        expect(left).toBeGreaterThan(18);
        expect(left).toBeLessThan(24);
      }),
    );
  });

  it.each<[string, (minute: number) => number]>([
    ['is flat', () => 50],
    ['falls', (minute) => 90 - minute],
    ['makes one jump', (minute) => (minute < 10 ? 20 : 80)],
    ['rises and falls', (minute) => 50 + 40 * Math.sin(minute / 2)],
    ['is a saw', (minute) => 10 * (minute % 5)],
    ['levels off', (minute) => 80 * (1 - Math.exp(-minute / 3))],
    ['rises, then swings', (minute) => (minute < 10 ? 10 + 5 * minute : 10 + 80 * (minute % 2))],
    ['rises, then jumps about', (minute) => (minute < 10 ? 10 + 5 * minute : 40 + ((minute * 7919) % 59))],
    ['rises, then stays', (minute) => 10 + 5 * Math.min(minute, 13)],
    ['creeps, then leaps', (minute) => minute + 6 * Math.max(0, minute - 16)],
    ['is noise', (minute) => ((minute * 7919) % 31) + 50],
  ])('is absent if the history %s', (_, amountAt) => {
    expect(exhaustsAt(level, 100, history(20, amountAt))).toBeUndefined();
  });

  it('uses the later half or quarter of the points if only these lie on a line', () => {
    const late = history(40, (minute) => 50 + 2 * Math.max(0, minute - 20));
    expect(minutesLeft(level, 200, late)).toBeCloseTo(56, 2);
    const restarted = history(40, (minute) => (minute < 30 ? 90 : 10 + 2 * (minute - 30)));
    expect(minutesLeft(level, 100, restarted)).toBeCloseTo(36, 2);
  });

  it('keeps a trend, but finds none, if the points lie a little too far off the line', () => {
    const noisyFrom = (start: number) =>
      history(31, (minute) => 50 + minute + (minute < start ? 0 : 3.6 * ((minute % 3) - 1)));
    expect(minutesLeft(level, 140, noisyFrom(20))).toBeDefined();
    expect(minutesLeft(level, 140, noisyFrom(0))).toBeUndefined();
  });

  it('continues after one reading that reaches the limit by noise', () => {
    const line = (share: number) => history(41, (minute) => (minute === 40 ? 100 + share : 58 + minute));
    expect(minutesLeft(level, 100, line(1))).toBeCloseTo(2, 1);
    expect(exhaustsAt(level, 100, line(20))).toBeUndefined();
  });

  it('is absent with too few points', () => {
    const points = (count: number) => history(count, (minute) => 50 + minute);
    expect(exhaustsAt(level, 70, points(7))).toBeUndefined();
    expect(exhaustsAt(level, 70, points(8))).toBeDefined();
    expect(exhaustsAt(level, 60, [])).toBeUndefined();
  });

  it('is absent if it would be later than ten times the observed time', () => {
    const tenMinutes = history(11, (minute) => minute);
    expect(minutesLeft(level, 95, tenMinutes)).toBeCloseTo(85, 2);
    expect(minutesLeft(level, 111, tenMinutes)).toBeUndefined();
  });

  it('is absent if the limit is reached already', () => {
    const line = history(11, (minute) => 90 + minute);
    expect(exhaustsAt(level, 100, line)).toBeUndefined();
    expect(exhaustsAt(level, 0, line)).toBeUndefined();
  });

  it('is never before the last point, even if the line crossed the limit earlier', () => {
    const line = history(20, (minute) => (minute === 19 ? 100 : 90 + minute));
    expect(minutesLeft(level, 105, line)).toBe(0);
  });

  it('is absent if the quota resets earlier, in UTC', () => {
    const line = history(121, (minute) => 100 * minute);
    const untilMidnight = 12 * 60;
    expect(minutesLeft(daily, 12_000 + 100 * (untilMidnight - 1), line)).toBeCloseTo(untilMidnight - 1, 2);
    expect(minutesLeft(daily, 12_000 + 100 * (untilMidnight + 1), line)).toBeUndefined();
    expect(minutesLeft(monthly, 12_000 + 100 * (untilMidnight + 1), line)).toBeCloseTo(untilMidnight + 1, 2);
    expect(minutesLeft(total, 12_000 + 100 * (untilMidnight + 1), line)).toBeCloseTo(untilMidnight + 1, 2);
  });

  it('counts the use of a quota since its reset, at midnight or by a restart', () => {
    const midnight = Date.UTC(2026, 0, 10);
    const night = Array.from({ length: 40 }, (_, minute) => {
      const at = midnight + (minute - 20) * MINUTE;
      return [at, minute < 20 ? 5000 + 70 * minute : 10 * (minute - 20)];
    }).flat();
    expect(exhaustsAt(daily, 1000, night)).toBeCloseTo(midnight + 100 * MINUTE, -3);
    const restarted = history(40, (minute) => (minute < 20 ? 5000 + 70 * minute : 10 * (minute - 20)));
    expect(minutesLeft(total, 1000, restarted)).toBeCloseTo(81, 2);
    expect(minutesLeft(daily, 1000, restarted)).toBeCloseTo(81, 2);
    const atReset = history(20, (minute) => (minute === 19 ? 0 : 900 + minute));
    expect(exhaustsAt(daily, 1000, atReset)).toBeUndefined();
  });

  it('uses only the points of the current day', () => {
    const midnight = Date.UTC(2026, 0, 10);
    // Nothing falls at midnight, so only the calendar says that the count is another one.
    const night = Array.from({ length: 23 }, (_, minute) => [midnight + (minute - 20) * MINUTE, 100 + minute]).flat();
    expect(exhaustsAt(daily, 200, night)).toBeUndefined();
    expect(exhaustsAt(level, 200, night)).toBeDefined();
  });

  it('never throws, and is never before the last point', () => {
    const amounts = fc.double({ min: 0, max: 1e308, noNaN: true });
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 1e9 }), amounts), { maxLength: 32 });
    fc.assert(
      fc.property(fc.constantFrom(level, total, daily, monthly), amounts, steps, (limit, most, many) => {
        let at = noon;
        const points = many.flatMap(([step, used]) => [(at += step), used]);
        const end = exhaustsAt(limit, most, points);
        expect(end === undefined || (Number.isFinite(end) && end >= at)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
