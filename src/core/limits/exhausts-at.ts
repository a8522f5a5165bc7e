import type { LimitTerms } from './catalogue.js';
import { periodStart } from './quota-period.js';

interface Point {
  readonly at: number;
  readonly used: number;
}

interface Trend {
  readonly slope: number;
  /** The amount on the line at the last point. */
  readonly level: number;
  /** The largest distance of a point that lies on the line. */
  readonly tolerance: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A rise that was watched for less time may be anything. */
const MIN_WATCHED_MS = 15 * MINUTE_MS;

/** The windows that are tried after all of the watched time, longest first. */
const WINDOWS_MS = [720, 360, 180, 90, 45, 20, 10, 5].map((minutes) => minutes * MINUTE_MS);

/** A window is divided into parts, so that noise averages out. */
const PARTS = 8;
const SHORT_WINDOW_MS = 5 * MINUTE_MS;
const SHORT_PARTS = 4;

/** A trend rises by at least this multiple of the largest fall: a saw falls by as much as it rises. */
const MIN_RISE = 3;

/** Every slope is at least this share of the median slope, and the median of every slope. */
const STEADY = 0.6;

/** How far ahead a trend is followed, as a multiple of its window. */
const HORIZON = 5;

/**
 * With less than a day watched, a rise may be half of a daily cycle. It is followed for at most an hour ahead, unless it
 * has lasted for all of the watched time, and that is longer than this.
 */
const LONG_WATCHED_MS = 5 * HOUR_MS;

/**
 * Forecasts when a level or quota reaches its limit: where the trend of the last day crosses the limit. No forecast is
 * better than a wrong one: there is none without a trend, too far ahead, after a quota resets, or once the limit is reached.
 *
 * @param history alternating times (Unix milliseconds) and amounts, oldest first
 */
export function exhaustsAt(
  { kind, unit }: Pick<LimitTerms, 'kind' | 'unit'>,
  limit: number,
  history: readonly number[],
): number | undefined {
  // Rates vary, and ceilings and timeouts concern single operations.
  if ((kind !== 'level' && kind !== 'quota') || limit === 0) return undefined;
  const points = kind === 'quota' ? sinceReset(unit, pointsOf(history)) : pointsOf(history);
  const last = points.at(-1);
  const end = last && forecast(points, last, limit);
  return end !== undefined && end < periodStart(unit, last?.at ?? 0, 1) ? Math.round(end) : undefined;
}

function pointsOf(history: readonly number[]): Point[] {
  const points: Point[] = [];
  const since = (history.at(-2) ?? 0) - DAY_MS;
  for (let place = 0; place + 1 < history.length; place += 2) {
    const at = history[place] as number;
    if (at >= since) points.push({ at, used: history[place + 1] as number });
  }
  return points;
}

/** A quota's count falls only at a reset: at the end of its period, or when the counting program restarts. */
function sinceReset(unit: LimitTerms['unit'], points: readonly Point[]): Point[] {
  const start = periodStart(unit, points.at(-1)?.at ?? 0);
  const reset = points.findLastIndex(({ at, used }, place) => at < start || used > (points[place + 1]?.used ?? used));
  return points.slice(reset + 1);
}

function forecast(all: readonly Point[], last: Point, limit: number): number | undefined {
  const seenMs = last.at - (all[0]?.at ?? last.at);
  // The first point of a day is rarely exactly a day old.
  const watchedMs = seenMs > DAY_MS - HOUR_MS ? DAY_MS : seenMs;
  const points = withoutOutliers(all);
  const { fall, range } = measure(points);
  if (watchedMs < MIN_WATCHED_MS || range < MIN_RISE * fall) return undefined;
  for (const windowMs of [watchedMs, ...WINDOWS_MS.filter((each) => each < watchedMs)]) {
    const trend = findTrend(points, last.at, windowMs, fall);
    if (trend === undefined) continue;
    const leftMs = (limit - trend.level) / trend.slope;
    const isLong = watchedMs === DAY_MS || (windowMs === watchedMs && watchedMs > LONG_WATCHED_MS);
    const horizonMs = isLong ? HORIZON * windowMs : Math.min(HORIZON * windowMs, HOUR_MS);
    if (!(leftMs >= 0 && leftMs <= horizonMs)) continue;
    return last.used >= limit && last.used > trend.level + trend.tolerance ? undefined : last.at + leftMs;
  }
  return undefined;
}

/** The median of each amount and its neighbours. */
function withoutOutliers(points: readonly Point[]): Point[] {
  return points.slice(1).map(({ at, used }, place) => {
    const before = points[place]?.used ?? used;
    const after = points[place + 2]?.used ?? used;
    return { at, used: Math.max(Math.min(before, used), Math.min(Math.max(before, used), after)) };
  });
}

/** The largest fall between any two points, and the distance of the highest point from the lowest. */
function measure(points: readonly Point[]): { fall: number; range: number } {
  let [lowest, highest, fall] = [Infinity, -Infinity, 0];
  for (const { used } of points) {
    lowest = Math.min(lowest, used);
    highest = Math.max(highest, used);
    fall = Math.max(fall, highest - used);
  }
  return { fall, range: highest - lowest };
}

/** The line through a window that ends at `now`, by the median of the slopes between parts that are two apart. */
function findTrend(points: readonly Point[], now: number, windowMs: number, fall: number): Trend | undefined {
  const parts = averagesOf(points, now, windowMs, windowMs > SHORT_WINDOW_MS ? PARTS : SHORT_PARTS);
  if (parts === undefined) return undefined;
  const slopes = parts.slice(2).map((part, place) => slopeOf(parts[place] as Point, part));
  const slope = median(slopes);
  const slowest = Math.min(...slopes);
  const rise = slope * windowMs;
  const isSteady = slowest >= STEADY * slope && slope >= STEADY * Math.max(...slopes);
  if (!(rise > 0 && rise >= MIN_RISE * fall && isSteady && bendOf(parts) <= Math.max(fall / 2, rise / 13)))
    return undefined;
  const levelOf = ({ at, used }: Point): number => used + slope * (now - at);
  const level = median(parts.map(levelOf));
  const tolerance = Math.max(fall, rise / 20);
  // The newest points show whether the rise goes on.
  if (Math.abs(median(points.slice(-5).map(levelOf)) - level) > tolerance) return undefined;
  const lowest = Math.min(...points.filter(({ at }) => at >= now - windowMs).map(levelOf));
  return slowest * windowMs > level - lowest ? { slope, level, tolerance } : undefined;
}

/** The averages of equal parts of a window; `undefined` if a part has no point. */
function averagesOf(points: readonly Point[], now: number, windowMs: number, count: number): Point[] | undefined {
  const sums = Array.from({ length: count }, () => ({ points: 0, backMs: 0, used: 0 }));
  for (const { at, used } of points) {
    const sum = sums[Math.min(count - 1, Math.floor(((at - now + windowMs) / windowMs) * count))];
    if (sum === undefined) continue;
    sum.points += 1;
    sum.backMs += now - at;
    sum.used += used;
  }
  if (sums.some((sum) => sum.points === 0)) return undefined;
  return sums.map((sum) => ({ at: now - sum.backMs / sum.points, used: sum.used / sum.points }));
}

function slopeOf(from: Point, to: Point): number {
  return (to.used - from.used) / (to.at - from.at);
}

/** How much more the later half of the parts rises than the earlier half. Four parts are too few to tell. */
function bendOf(parts: readonly Point[]): number {
  if (parts.length < PARTS) return 0;
  const amounts = parts.map(({ used }) => used) as [number, number, number, number, number, number, number, number];
  return Math.abs(amounts[7] - amounts[4] - (amounts[3] - amounts[0]));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
