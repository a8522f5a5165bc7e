import { describe, expect, it } from 'vitest';
import { limitCatalogue } from '../../../src/core/limits/limit-catalogue.js';
import { forecastOf } from '../../../src/core/limits/forecast-of.js';

const MINUTE = 60_000;
const noon = Date.UTC(2026, 0, 10, 12);
const {
  db_memory_threshold: level,
  db_request_limit: total,
  db_max_commands_per_second: rate,
} = limitCatalogue.database;
const { max_daily_updates: daily, max_monthly_bandwidth: monthly } = limitCatalogue.index;

/** A history of so many minutes, ending at noon. */
const history = (count: number, amountAt: (minute: number) => number): number[] =>
  Array.from({ length: count }, (_, minute) => [noon + (minute - count + 1) * MINUTE, amountAt(minute)]).flat();

/** Minutes after noon. */
const minutesLeft = (...given: Parameters<typeof forecastOf>): number | undefined => {
  const { at } = forecastOf(...given) ?? {};
  return at === undefined ? undefined : (at - noon) / MINUTE;
};

const line = (count: number, start = 0) => history(count, (minute) => start + minute);

describe('forecastOf', () => {
  it('extends the trend line to the limit, for levels and quotas only', () => {
    expect(minutesLeft(level, 100, line(31, 30))).toBeCloseTo(40, 2);
    expect(minutesLeft(total, 100, line(31, 30))).toBeCloseTo(40, 2);
    expect(forecastOf(rate, 100, line(31, 30))).toBeUndefined();
  });

  it('ignores single outliers', () => {
    const outliers = history(40, (minute) => (minute % 7 === 3 ? 7919 * minute : 30 + minute));
    expect(minutesLeft(level, 100, outliers)).toBeCloseTo(31, 0);
  });

  it.each<[string, (minute: number) => number]>([
    ['is flat', () => 50],
    ['falls', (minute) => 90 - minute],
    ['makes one jump', (minute) => (minute < 20 ? 20 : 80)],
    ['rises and falls', (minute) => 50 + 40 * Math.sin(minute / 2)],
    ['is a saw', (minute) => 10 * (minute % 5)],
    ['levels off', (minute) => 80 * (1 - Math.exp(-minute / 3))],
    ['rises, then swings', (minute) => (minute < 20 ? 10 + 3 * minute : 10 + 60 * (minute % 2))],
    ['rises, then stays', (minute) => 10 + 3 * Math.min(minute, 28)],
    ['is noise', (minute) => ((minute * 7919) % 31) + 50],
  ])('is absent if the history %s', (_, amountAt) => {
    expect(forecastOf(level, 100, history(40, amountAt))).toBeUndefined();
  });

  it('follows the newest window whose points lie on a line', () => {
    const late = history(300, (minute) => 50 + 2 * Math.max(0, minute - 250));
    expect(minutesLeft(level, 200, late)).toBeCloseTo(26, 0);
  });

  it('continues after one reading that reaches the limit by noise', () => {
    const ending = (share: number) => history(41, (minute) => (minute === 40 ? 100 + share : 58 + minute));
    expect(minutesLeft(level, 100, ending(0))).toBeCloseTo(2, 0);
    expect(forecastOf(level, 100, ending(20))).toBeUndefined();
  });

  it('needs 15 minutes, and the limit still to reach', () => {
    expect(forecastOf(level, 70, line(15, 30))).toBeUndefined();
    expect(minutesLeft(level, 70, line(17, 30))).toBeCloseTo(24, 2);
    expect(forecastOf(level, 60, [])).toBeUndefined();
    expect(forecastOf(level, 60, line(31, 40))).toBeUndefined();
    expect(forecastOf(level, 0, line(31, 40))).toBeUndefined();
  });

  it('looks ahead an hour, and five times as far as it was watched after five hours', () => {
    expect(minutesLeft(level, 39 + 59, line(40))).toBeCloseTo(59, 2);
    expect(forecastOf(level, 39 + 61, line(40))).toBeUndefined();
    expect(minutesLeft(level, 301 + 1500, line(302))).toBeCloseTo(1500, 2);
    expect(forecastOf(level, 301 + 1510, line(302))).toBeUndefined();
  });

  it('is absent if the quota resets earlier, in UTC', () => {
    const steep = history(400, (minute) => 100 * minute);
    const untilMidnight = 12 * 60;
    const after = (minutes: number): number => 39_900 + 100 * minutes;
    expect(minutesLeft(daily, after(untilMidnight - 1), steep)).toBeCloseTo(untilMidnight - 1, 2);
    expect(minutesLeft(daily, after(untilMidnight + 1), steep)).toBeUndefined();
    for (const quota of [monthly, total])
      expect(minutesLeft(quota, after(untilMidnight + 1), steep)).toBeCloseTo(untilMidnight + 1, 2);
  });

  it('counts the use of a quota since its reset, at midnight or by a restart', () => {
    const midnight = Date.UTC(2026, 0, 10);
    const night = Array.from({ length: 60 }, (_, minute) => {
      const at = midnight + (minute - 30) * MINUTE;
      return [at, minute < 30 ? 5000 + 70 * minute : 10 * (minute - 30)];
    }).flat();
    expect(forecastOf(daily, 600, night)?.at).toBeCloseTo(midnight + 60 * MINUTE, -3);
    const restarted = history(60, (minute) => (minute < 30 ? 5000 + 70 * minute : 10 * (minute - 30)));
    for (const quota of [total, daily]) expect(minutesLeft(quota, 600, restarted)).toBeCloseTo(31, 2);
    const atReset = history(40, (minute) => (minute === 39 ? 0 : 900 + minute));
    expect(forecastOf(daily, 1000, atReset)).toBeUndefined();
    // Nothing falls at midnight, so only the calendar says that the count is another one.
    const early = Array.from({ length: 43 }, (_, minute) => [midnight + (minute - 40) * MINUTE, 100 + minute]).flat();
    expect(forecastOf(daily, 160, early)).toBeUndefined();
    expect(forecastOf(level, 160, early)).toBeDefined();
  });
});
