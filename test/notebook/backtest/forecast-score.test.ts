import { expect, it } from 'vitest';
import { scoreOf } from '../../../src/notebook/backtest/forecast-score.js';
import type { PastForecast } from '../../../src/notebook/backtest/past-forecasts.js';

/** A reading at 1000, after which the limit is reached between 1090 and 1100, and the forecast of that. */
const reading = (at?: number, earliest = 0, latest = 9999, more: Partial<PastForecast> = {}): PastForecast => {
  const forecast = at === undefined ? {} : { forecast: { at, earliest, latest }, outcome: 'hit' as const };
  return { at: 1000, reachedAt: 1100, reachedAfter: 1090, ...forecast, ...more };
};
const never = { reachedAt: Infinity, reachedAfter: Infinity };

it.each<[string, readonly PastForecast[], object]>([
  ['of no reading', [], { readings: 0, expected: 0, coverage: undefined, forecasts: 0, medianError: undefined }],
  ['of a limit that is reached within the horizon', [reading()], { expected: 1, coverage: 0, medianError: undefined }],
  ['of a limit that is reached later', [reading(5, 0, 0, { reachedAt: 1101 })], { expected: 0, coverage: undefined }],
  ['of a forecast between the readings', [reading(1095)], { coverage: 1, medianError: 0 }],
  ['of an early forecast', [reading(1080)], { medianError: 0.1 }],
  ['of a late forecast', [reading(1130)], { medianError: 0.3 }],
  ['of several forecasts', [1080, 1130, 1090].map((at) => reading(at)), { medianError: 0.1, forecasts: 3 }],
  ['of the narrowest interval', [reading(1, 1100, 1090)], { intervalCoverage: 1 }],
  ['of an interval that ends early', [reading(1, 0, 1089)], { intervalCoverage: 0 }],
  ['of an interval that begins late', [reading(1, 1101), reading(1)], { intervalCoverage: 0.5 }],
  [
    'of forecasts that do not come true',
    [reading(1, 0, 0, { outcome: 'false', ...never }), reading(1, 0, 0, { outcome: 'open', ...never }), reading(1095)],
    { readings: 3, expected: 1, forecasts: 3, falseAlarms: 1, open: 1, medianError: 0, intervalCoverage: 1 },
  ],
])('the score %s', (_, past, score) => {
  expect(scoreOf(past, 100)).toMatchObject(score);
});
