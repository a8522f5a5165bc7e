import { describeDuration } from '../../format/describe-duration.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { barHtml, shareText } from '../display/bar-plot.js';
import type { Display } from '../display/display.js';
import { html } from '../display/html.js';
import { createTableDisplay, numberColumn, type Column } from '../display/table.js';
import { toneColours } from '../display/tone.js';
import { barStep, nominalScale, vegaLitePart } from '../display/vega-lite.js';
import type { ForecastScore, ScoredField } from './forecast-score.js';

function column(title: string, name: keyof ForecastScore, textOf: typeof shareText): Column<ScoredField> {
  return numberColumn(title, name, (row) => row[name], textOf);
}

const COLUMNS: readonly Column<ScoredField>[] = [
  { title: 'Limit', cell: ({ name }) => name, name: 'field', data: ({ field }) => field },
  column('Resources', 'resources', formatCount),
  column('Readings', 'readings', formatCount),
  column('Expected', 'expected', formatCount),
  column('Coverage', 'coverage', shareText),
  column('Forecasts', 'forecasts', formatCount),
  column('False alarms', 'falseAlarms', formatCount),
  column('Open', 'open', formatCount),
  column('Median error', 'medianError', shareText),
  column('In the interval', 'intervalCoverage', shareText),
];

const EMPTY =
  'The history has no level or quota with its use: capture db_memory_threshold and db_memory_threshold_used.';

export function showBacktest(rows: readonly ScoredField[], horizonMs: number, every: number): Display {
  const notes = [
    `Expected: the limit was reached within ${describeDuration(horizonMs)}. Coverage: the share of these with a forecast.`,
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

export function showBacktestPlot(scored: readonly ScoredField[]): Display {
  const title = 'Quality of the forecasts';
  const rows = scored.flatMap((row) =>
    MEASURES.map(([measure, tone, of]) => ({ limit: row.name, measure, tone, share: of(row) })),
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
      cell: ({ measure, tone, share = 0 }) => ({ text: measure, html: html`${measure}${barHtml({ share, tone })}` }),
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
