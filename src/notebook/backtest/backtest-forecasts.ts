import * as v from 'valibot';
import { limitNamed } from '../../core/limits/catalogue.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { countOf, formatCount, formatMilliseconds } from '../../format/quantities.js';
import { barHtml, shareText } from '../display/bar-plot.js';
import type { Display } from '../display/display.js';
import { createTableDisplay, numberColumn, type Column } from '../display/table.js';
import { toneColours } from '../display/tone.js';
import { barStep, nominalScale, vegaLitePart } from '../display/vega-lite.js';
import { limitOfUse } from '../history/history-fields.js';
import { requireHistory, type History } from '../history/history.js';
import { integerFrom, numberFrom } from '../history/options.js';
import { scoreOf, type BacktestOptions, type ForecastBacktest, type ScoredField } from './forecast-score.js';
import { pastForecastsOf, usesByResource } from './past-forecasts.js';

const schema = {
  horizonMs: v.optional(numberFrom(1, Number.MAX_VALUE, 'milliseconds, 1 or more'), 86_400_000),
  maxReadings: v.optional(integerFrom(1), 20_000),
};

/**
 * Replays the use in a history through the forecast of a fleet. Compares the forecast that a fleet would have made at
 * each reading with what happened then. Each row with a use is a reading. The history needs the limit and its use:
 * capture both `db_memory_threshold` and `db_memory_threshold_used`.
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
  requireHistory(history);
  const { horizonMs, maxReadings } = checkOptions('configure', schema, options);
  const known = history.fields
    .flatMap((used) => limitOfUse(used) ?? [])
    .filter((field) => history.fields.includes(field) && ['level', 'quota'].includes(limitNamed[field].kind));
  const every = Math.ceil((history.rowCount * known.length) / maxReadings);
  let reading = 0;
  const isWanted = (): boolean => reading++ % every === 0;
  const scored = known.flatMap((field): ScoredField[] => {
    const series = [...usesByResource(history, field).values()];
    const past = series.flatMap((use) => pastForecastsOf(field, use, isWanted));
    return series.length === 0 ? [] : [{ field, resources: series.length, ...scoreOf(past, horizonMs) }];
  });
  return {
    ...showBacktest(scored, horizonMs, every),
    scores: Object.freeze(Object.fromEntries(scored.map(({ field, ...score }) => [field, score]))),
    plot: showBacktestPlot(scored),
  };
}

const COLUMNS: readonly Column<ScoredField>[] = [
  { title: 'Limit', cell: ({ field }) => limitNamed[field].name, name: 'field', data: ({ field }) => field },
  numberColumn('Resources', 'resources', ({ resources }) => resources),
  numberColumn('Readings', 'readings', ({ readings }) => readings),
  numberColumn('Expected', 'expected', ({ expected }) => expected),
  numberColumn('Coverage', 'coverage', ({ coverage }) => coverage, shareText),
  numberColumn('Forecasts', 'forecasts', ({ forecasts }) => forecasts),
  numberColumn('False alarms', 'falseAlarms', ({ falseAlarms }) => falseAlarms),
  numberColumn('Open', 'open', ({ open }) => open),
  numberColumn('Median error', 'medianError', ({ medianError }) => medianError, shareText),
  numberColumn('In the interval', 'intervalCoverage', ({ intervalCoverage }) => intervalCoverage, shareText),
];

const EMPTY =
  'The history has no level or quota with its use: capture db_memory_threshold and db_memory_threshold_used.';

function showBacktest(rows: readonly ScoredField[], horizonMs: number, every: number): Display {
  const notes = [
    `Expected: the limit was reached within ${formatMilliseconds(horizonMs)}. Coverage: the share of these with a forecast.`,
    'False alarm: the limit was not reached in twice the time of the forecast. Open: the history cannot tell.',
    'Median error: as a share of the time left. In the interval: reached between the earliest and the latest time.',
    ...(every > 1 ? [`One of ${formatCount(every)} readings.`] : []),
  ];
  const frame = { title: 'Backtest of forecasts', notes: rows.length === 0 ? [] : notes };
  return createTableDisplay({ ...frame, columns: COLUMNS, rows, empty: EMPTY });
}

const MEASURES = [
  ['Coverage', 'good', ({ coverage }: ScoredField) => coverage],
  ['False alarms', 'exceeded', (row: ScoredField) => (row.forecasts ? row.falseAlarms / row.forecasts : undefined)],
  ['Median error', 'warning', ({ medianError }: ScoredField) => medianError],
  ['In the interval', 'busy', ({ intervalCoverage }: ScoredField) => intervalCoverage],
] as const;

function showBacktestPlot(scored: readonly ScoredField[]): Display {
  const title = 'Quality of the forecasts';
  const rows = scored.flatMap((row) =>
    MEASURES.map(([measure, tone, of]) => ({ limit: limitNamed[row.field].name, measure, tone, share: of(row) })),
  );
  const encoding = {
    y: { field: 'limit', type: 'nominal', title: null },
    yOffset: { field: 'measure', sort: null },
    x: { field: 'share', type: 'quantitative', title: 'Share', axis: { format: '%' } },
    color: {
      field: 'measure',
      title: null,
      scale: nominalScale(MEASURES.map(([name, tone]) => [name, toneColours[tone]])),
    },
  };
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: 'Limit', cell: ({ limit }) => limit, name: 'limit' },
    {
      title: 'Measure',
      cell: ({ measure, tone, share = 0 }) => ({ text: measure, bar: barHtml(share, tone) }),
      name: 'measure',
    },
    numberColumn('Share', 'share', ({ share }) => share, shareText),
  ];
  const data = rows.filter(({ share }) => share !== undefined);
  const layer = [{ mark: { type: 'bar', tooltip: true }, encoding }];
  const description = `${title} of ${countOf(scored.length, 'limit')}.`;
  const plot = { title, description, height: barStep * rows.length, data, layer };
  return createTableDisplay({ title, columns, rows, empty: EMPTY }, vegaLitePart(plot));
}
