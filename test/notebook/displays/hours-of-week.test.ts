import { expect, it } from 'vitest';
import { hoursOfWeek } from '../../../src/notebook/displays/hours-of-week.js';
import { utc } from '../../../src/notebook/display/text.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const MONDAY = Date.UTC(2026, 2, 2, 9);

it('the hours of a week count each hour once, so that a repeated point changes no mean', () => {
  const points = [
    { at: MONDAY, value: 10 },
    { at: MONDAY + 7 * DAY_MS, value: 30 },
  ];
  const repeated = Array.from({ length: 50 }, (_, minute) => ({ at: MONDAY + minute * MINUTE_MS, value: 10 }));
  for (const series of [points, [...repeated, ...points.slice(1)]])
    expect(hoursOfWeek([series], utc)[0]?.means.slice(8, 11)).toEqual([NaN, 20, NaN]);
});

it('the hours of a week of a series before 1970 and in a zone of half hours are those of its clocks', () => {
  const zone = { ...utc, offsetMs: () => 330 * MINUTE_MS };
  const points = [{ at: Date.UTC(1969, 11, 29, 3, 40), value: 7 }];
  expect(hoursOfWeek([points], zone)[0]?.means.slice(8, 11)).toEqual([NaN, 7, NaN]);
});
