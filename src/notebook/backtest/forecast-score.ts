import type { LimitField } from '../../index.js';
import type { Display } from '../display/display.js';
import type { PastForecast } from './past-forecasts.js';

/** The options of `backtestForecasts`. */
export interface BacktestOptions {
  /** How long before a limit is reached a forecast is expected, milliseconds. @default 86400000, a day */
  readonly horizonMs?: number | undefined;
  /** The most readings at which a forecast is made. If there are more, some are taken, evenly spread. @default 20000 */
  readonly maxReadings?: number | undefined;
}

/** How good the forecasts of a history were. It is shown as a table, with one row for each limit. */
export interface ForecastBacktest extends Display {
  /** By the field of the limit: levels and quotas whose limit and use the history has. */
  readonly scores: Readonly<Partial<Record<LimitField, ForecastScore>>>;
  /** The shares as bars. */
  readonly plot: Display;
}

/** How good the forecasts of one limit were, of all resources together. A share of no readings is `undefined`. */
export interface ForecastScore {
  /** The number of databases or vector indices with a known use of the limit. */
  readonly resources: number;
  /** The number of readings below the limit. */
  readonly readings: number;
  /** The number of readings after which the limit was reached within the horizon. */
  readonly expected: number;
  /** The share of `expected` that has a forecast. */
  readonly coverage: number | undefined;
  /** The number of readings with a forecast. */
  readonly forecasts: number;
  /** The number of forecasts after which the limit was not reached, although twice their time had passed. */
  readonly falseAlarms: number;
  /** The number of forecasts that cannot be judged: the history ended, the limit was changed, or the resource was gone. */
  readonly open: number;
  /** The median distance of a forecast from the truth, as a share of the time left, where the limit was reached. */
  readonly medianError: number | undefined;
  /** The share of the intervals that contain the truth, where the limit was reached. */
  readonly intervalCoverage: number | undefined;
}

export interface ScoredField extends ForecastScore {
  readonly field: LimitField;
}

export function scoreOf(past: readonly PastForecast[], horizonMs: number): Omit<ForecastScore, 'resources'> {
  const expected = past.filter(({ at, reachedAt }) => reachedAt <= at + horizonMs);
  const covered = expected.filter(({ forecast }) => forecast !== undefined);
  const made = past.flatMap(({ at: madeAt, forecast, ...each }) =>
    forecast ? [{ madeAt, ...forecast, ...each }] : [],
  );
  const hits = made.filter(({ outcome }) => outcome === 'hit');
  const contained = hits.filter((hit) => hit.earliest <= hit.reachedAt && hit.reachedAfter <= hit.latest);
  const errors = hits.map(({ madeAt, at, reachedAt, reachedAfter }) => {
    return Math.max(0, reachedAfter - at, at - reachedAt) / (reachedAt - madeAt);
  });
  return {
    readings: past.length,
    expected: expected.length,
    coverage: shareOf(covered, expected),
    forecasts: made.length,
    falseAlarms: made.filter(({ outcome }) => outcome === 'false').length,
    open: made.filter(({ outcome }) => outcome === 'open').length,
    medianError: errors.toSorted((one, other) => one - other)[errors.length >> 1],
    intervalCoverage: shareOf(contained, hits),
  };
}

function shareOf(part: readonly unknown[], whole: readonly unknown[]): number | undefined {
  return whole.length === 0 ? undefined : part.length / whole.length;
}
