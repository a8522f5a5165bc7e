import type { LimitUsage } from '../../../../core/limits/limit-usage.js';
import type { UsagePoint } from '../../../../core/limits/usage-sample.js';
import { describeAmount, describeLevels, describeShare, reachableAmount } from '../../../../format/describe-use.js';
import { formatCount } from '../../../../format/quantities.js';
import type { ChartMark } from './chart/chart-marks.js';
import type { ChartContent } from './chart/chart-options.js';
import { formatClock } from './chart/format-time.js';
import { forecastEnd, selectSince, type Sample } from './chart/time-series.js';

const HOUR_MS = 3_600_000;

export const chartRanges = { '1 h': HOUR_MS, '6 h': 6 * HOUR_MS, '24 h': 24 * HOUR_MS } as const;

export type ChartRange = keyof typeof chartRanges;

const MIN_SPAN_MS = 60_000;

/** The share of the time axis that a forecast may take. */
const FORECAST_SHARE = 0.35;

export interface ChartView {
  readonly range: ChartRange;
  /** The end of the period, Unix milliseconds. A forecast, or a value by a clock that is ahead, may be later. */
  readonly now: number;
  /** Whether the axis covers only the values. @default false: it goes from 0 to the limit */
  readonly isZoomed?: boolean;
  readonly marks?: readonly ChartMark[];
}

/** @returns `undefined` without values in the period */
export function usageChart(
  usage: LimitUsage,
  history: readonly UsagePoint[],
  { range, now, isZoomed = false, marks = [] }: ChartView,
): ChartContent | undefined {
  const { unit, exhaustsAt, status } = usage;
  const start = now - chartRanges[range];
  const samples = selectSince(history, start).map(({ at, used }): Sample => ({ at, value: used }));
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || samples.length < 2) return undefined;
  const limit = reachableAmount(usage.limit);
  // The shortest range begins with the first value, so that a new page is not an empty chart.
  const from = range === '1 h' && first.at > start ? Math.min(first.at, now - MIN_SPAN_MS) : start;
  const latest = now + (now - from) * FORECAST_SHARE;
  const forecast =
    limit === undefined || exhaustsAt === undefined ? undefined : forecastEnd(last, limit, exhaustsAt, latest);
  const format = (amount: number): string => describeAmount(amount, unit);
  const isBytes = unit === 'bytes' || unit === 'bytes/month';
  // All digits of a count: a rounded total of billions would seem constant.
  const precise = isBytes || unit === 'nanoseconds' ? format : formatCount;
  const to = Math.max(now, last.at, forecast?.at ?? 0);
  return {
    samples,
    from,
    to,
    status,
    lines: describeLevels(usage),
    marks: marks.filter(({ at }) => at >= from && at <= to),
    isZoomed,
    forecast,
    scale: isBytes ? 'bytes' : 'count',
    formatTick: format,
    formatValue: (amount) => (limit ? `${precise(amount)} · ${describeShare(amount / limit)}` : precise(amount)),
    formatTime: (at) => formatClock(at, now),
    forecastText: exhaustsAt === undefined ? undefined : `Forecast: full ${formatClock(exhaustsAt, now)}`,
  };
}
