import * as v from 'valibot';
import { limitNamed } from '../../core/limits/catalogue.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { limitOfUse } from '../history/history-fields.js';
import { refuseOtherThanHistory, type History } from '../history/history.js';
import { integerFrom, numberFrom } from '../history/options.js';
import { showBacktest, showBacktestPlot } from './backtest-displays.js';
import { scoreOf, type BacktestOptions, type ForecastBacktest, type ScoredField } from './forecast-score.js';
import { pastForecastsOf, usesByResource } from './past-forecasts.js';

const schema = {
  horizonMs: v.optional(numberFrom(1, Number.MAX_VALUE, 'milliseconds, 1 or more'), 86_400_000),
  maxReadings: v.optional(integerFrom(1), 20_000),
};

/**
 * Replays the use in a history through the forecast of a fleet, and compares the forecast that a fleet would have made at
 * each reading with what happened then. Each row with a use is a reading. The history needs the limit and its use: capture both
 * `db_memory_threshold` and `db_memory_threshold_used`.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * const backtest = backtestForecasts(history);
 * backtest; // as the last value of a cell: a table
 * backtest.scores.db_memory_threshold?.falseAlarms;
 * ```
 */
export function backtestForecasts(history: History, options: BacktestOptions = {}): ForecastBacktest {
  refuseOtherThanHistory(history);
  const { horizonMs, maxReadings } = checkOptions('configure', schema, options);
  const fields = history.fields
    .flatMap((used) => limitOfUse(used) ?? [])
    .filter((field) => history.fields.includes(field));
  const known = fields.filter((field) => limitNamed[field].kind === 'level' || limitNamed[field].kind === 'quota');
  const every = Math.ceil((history.rowCount * known.length) / maxReadings);
  let reading = 0;
  const isWanted = (): boolean => reading++ % every === 0;
  const scored = known.flatMap((field): ScoredField[] => {
    const series = [...usesByResource(history, field).values()];
    const past = series.flatMap((readings) => pastForecastsOf(field, readings, history.to, isWanted));
    const { name } = limitNamed[field];
    return series.length === 0 ? [] : [{ field, name, resources: series.length, ...scoreOf(past, horizonMs) }];
  });
  return {
    ...showBacktest(scored, horizonMs, every),
    scores: Object.freeze(Object.fromEntries(scored.map(({ field, name: _, ...score }) => [field, score]))),
    plot: showBacktestPlot(scored),
  };
}
