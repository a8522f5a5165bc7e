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

/** The same, with `earliest` and `latest`. */
const intervalLeft = (...given: Parameters<typeof forecastOf>): readonly number[] => {
  const { earliest = NaN, at = NaN, latest = NaN } = forecastOf(...given) ?? {};
  return [earliest, at, latest].map((time) => Number(((time - noon) / MINUTE).toFixed(2)));
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
    expect(intervalLeft(level, 200, late)).toEqual([26, 26, 26]);
    // Within five times the window of five minutes.
    const latest = history(40, (minute) => 50 + 2 * Math.max(0, minute - 32));
    expect(minutesLeft(level, 64 + 48, latest)).toBeCloseTo(24, 2);
    expect(forecastOf(level, 64 + 52, latest)).toBeUndefined();
  });

  it('has an interval from the slopes, and from the readings that are farthest from the line', () => {
    const noisy = history(
      97,
      (minute) => 10 + minute + ([0, 0, 0, 0, 1, 1, 0, 0, -1, -1, 0, 0][minute % 12] as number),
    );
    expect(intervalLeft(level, 106 + 48, noisy)).toEqual([46.52, 48, 49.52]);
    expect(intervalLeft(level, 106.5, noisy)).toEqual([0, 0.5, 1.52]);
  });

  it('continues after one reading that reaches the limit by noise', () => {
    const ending = (share: number) => history(41, (minute) => (minute === 40 ? 100 + share : 58 + minute));
    expect(minutesLeft(level, 100, ending(0))).toBeCloseTo(2, 0);
    expect(forecastOf(level, 100, ending(20))).toBeUndefined();
    const reached = history(41, (minute) => (minute === 40 ? 100 : 40 + minute));
    expect(forecastOf(level, 100, reached)).toBeUndefined();
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
    expect(forecastOf(level, 300 + 61, line(301))).toBeUndefined();
    const late = history(361, (minute) => 50 + Math.max(0, minute - 260));
    expect(minutesLeft(level, 150 + 59, late)).toBeCloseTo(59, 2);
    expect(forecastOf(level, 150 + 61, late)).toBeUndefined();
  });

  it('looks ahead five times as far as any window after 23 hours', () => {
    const late = (count: number) => history(count, (minute) => 50 + Math.max(0, minute - count + 101));
    expect(minutesLeft(level, 150 + 440, late(23 * 60 + 2))).toBeCloseTo(440, 2);
    expect(forecastOf(level, 150 + 460, late(23 * 60 + 2))).toBeUndefined();
    expect(forecastOf(level, 150 + 61, late(23 * 60 + 1))).toBeUndefined();
  });

  it('ignores what happened more than a day ago', () => {
    const fallen = history(1500, (minute) => (minute < 50 ? 5000 : minute));
    expect(minutesLeft(level, 1499 + 700, fallen)).toBeCloseTo(700, 0);
  });

  /** Rises by one a minute for more than five hours, but for a difference. Only the whole time tells of the far limit. */
  const hours = (differenceAt: (minute: number) => number) =>
    history(321, (minute) => 400 + minute + differenceAt(minute));
  const inPart = (part: number, difference: number) => (minute: number) =>
    Math.floor(minute / 40) === part ? difference : 0;
  const kink = (slope: number) => (minute: number) => -slope * Math.min(minute, 320 - minute);
  const dip = (from: number, count: number, depth: number) => (minute: number) =>
    minute >= from && minute < from + count ? -depth : 0;

  it('is absent once the newest readings reach the limit', () => {
    const ending = hours(dip(319, 2, -30));
    expect(forecastOf(level, 750, ending)).toBeUndefined();
    expect(minutesLeft(level, 751, ending)).toBeCloseTo(31, 0);
  });

  it('tries no window that is longer than the watched time', () => {
    expect(intervalLeft(level, 770, hours(inPart(1, 34)))).toEqual([50, 50, 50]);
  });

  it('follows a trend until now, and until an hour ahead', () => {
    // Powers of two, so that nothing is rounded.
    const rise = Array.from({ length: 65 }, (_, place) => [noon + (place - 64) * 2 ** 16, place]).flat();
    const hour = (60 * MINUTE) / 2 ** 16;
    expect([64, 64 + hour].map((limit) => minutesLeft(level, limit, rise))).toEqual([0, 60]);
    expect([63.9, 64.1 + hour].map((limit) => minutesLeft(level, limit, rise))).toEqual([undefined, undefined]);
  });

  it('follows a rise of three times the largest fall', () => {
    const falling = history(321, (minute) => 400 + 3 * minute + dip(150, 3, 328)(minute));
    expect(minutesLeft(level, 1360 + 3 * 600, falling)).toBeCloseTo(600, 0);
  });

  it.each<[string, (minute: number) => number, number | undefined]>([
    ['nothing', () => 0, 600],
    ['an eighth that is higher', inPart(1, 30), 600],
    ['an eighth that is so much higher that the next slope is below 0.6', inPart(1, 34), undefined],
    ['an eighth that is lower', inPart(1, -50), 600],
    ['an eighth that is so much lower that the median slope is below 0.6 of the next', inPart(1, -56), undefined],
    ['a later half that rises faster', kink(0.09), 608],
    ['a later half that rises faster by more than a thirteenth', kink(0.1), undefined],
    ['a later half that rises faster by half of a fall', (m) => kink(0.15)(m) + dip(100, 3, 80)(m), 588],
    ['a later half that rises faster by more than that', (m) => kink(0.16)(m) + dip(100, 3, 80)(m), undefined],
    ['a fall by less than a third of the range', dip(150, 3, 109), 600],
    ['a fall by a third of the range', dip(150, 3, 109.5), undefined],
    [
      'a fall by less than a third of the rise, and a lower start',
      (m) => dip(150, 3, 109.5)(m) + dip(0, 3, 100)(m),
      600,
    ],
    ['a fall by a third of the rise, and a lower start', (m) => dip(150, 3, 110)(m) + dip(0, 3, 100)(m), undefined],
    ['five newest readings above the line', dip(316, 5, -15), 600],
    ['five newest readings far above the line', dip(316, 5, -17), undefined],
    ['two newest readings far above the line', dip(319, 2, -30), 600],
    ['a start that is lower than the line', dip(0, 3, 300), 600],
    ['a start that is lower by more than the rise', dip(0, 3, 350), undefined],
  ])('follows or ignores a line with %s', (_, differenceAt, expected) => {
    const found = minutesLeft(level, 1320, hours(differenceAt));
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(expected, 0);
  });

  it('is absent if the quota resets earlier, in UTC', () => {
    const steep = history(400, (minute) => 100 * minute);
    const untilMidnight = 12 * 60;
    const after = (minutes: number): number => 39_900 + 100 * minutes;
    expect(minutesLeft(daily, after(untilMidnight - 1), steep)).toBeCloseTo(untilMidnight - 1, 2);
    expect(minutesLeft(daily, after(untilMidnight + 1), steep)).toBeUndefined();
    expect(minutesLeft(daily, after(untilMidnight), steep)).toBeUndefined();
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
    const pausing = history(60, (minute) => (minute < 30 ? 70 * minute : 100 + 10 * (minute - (minute % 2) - 30)));
    expect(minutesLeft(total, 700, pausing)).toBeCloseTo(31.5, 1);
    const atReset = history(40, (minute) => (minute === 39 ? 0 : 900 + minute));
    expect(forecastOf(daily, 1000, atReset)).toBeUndefined();
    // Nothing falls at midnight, so only the calendar says that the count is another one.
    const early = Array.from({ length: 43 }, (_, minute) => [midnight + (minute - 40) * MINUTE, 100 + minute]).flat();
    expect(forecastOf(daily, 160, early)).toBeUndefined();
    expect(forecastOf(level, 160, early)).toBeDefined();
    const quarter = early.map((value, place) => (place % 2 === 0 ? value + 13 * MINUTE : value));
    expect(forecastOf(daily, 160, quarter)).toBeDefined();
  });
});
