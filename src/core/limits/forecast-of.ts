import type { LimitTerms } from './catalogue.js';
import { periodStart } from './quota-period.js';
import type { UsagePoint } from './usage-sample.js';

/** When a use will reach its limit, Unix milliseconds. */
export interface Forecast {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The last time that a `Date` can have. */
const MAX_DATE = 8.64e15;

/** A rise that was watched for less time shows no trend. */
const MIN_WATCHED_MS = 15 * MINUTE_MS;

/** The windows that are tried after all of the watched time, longest first. */
const WINDOWS_MS = [720, 360, 180, 90, 45, 20, 10, 5].map((minutes) => minutes * MINUTE_MS);

/** A window is divided into parts, so that noise averages out. The shortest window has few points. */
const partsIn = (windowMs: number): number => (windowMs > 5 * MINUTE_MS ? 8 : 4);

/** A trend rises by at least this multiple of the largest fall: a sawtooth falls by as much as it rises. */
const MIN_RISE = 3;

/** Every slope is at least this share of the median slope, and the median is at least this share of every slope. */
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
 * better than a wrong one. There is none without a trend, too far ahead, after a reset, or once the limit is reached.
 *
 * @param history alternating times (Unix milliseconds) and amounts, oldest first
 */
export function forecastOf(
  { kind, unit }: Pick<LimitTerms, 'kind' | 'unit'>,
  limit: number,
  history: readonly number[],
): Forecast | undefined {
  // Rates vary, and ceilings and timeouts concern single operations.
  if (kind !== 'level' && kind !== 'quota') return undefined;
  const now = history.at(-2) ?? 0;
  const points: UsagePoint[] = [];
  for (let place = 0; place < history.length; place += 2) {
    const [at, used] = [history[place] as number, history[place + 1] as number];
    // A quota's count falls only at a reset: at the end of its period, or when the counting program restarts.
    if (kind === 'quota' && used < (points.at(-1)?.used ?? used)) points.length = 0;
    if (at >= Math.max(now - DAY_MS, periodStart(unit, now))) points.push({ at, used });
  }
  const forecast = forecastFrom(points, now, limit);
  return forecast && forecast.at < periodStart(unit, now, 1) ? forecast : undefined;
}

function forecastFrom(all: readonly UsagePoint[], now: number, limit: number): Forecast | undefined {
  const seenMs = now - (all[0]?.at ?? now);
  // The first point of a day is rarely exactly a day old.
  const watchedMs = seenMs > DAY_MS - HOUR_MS ? DAY_MS : seenMs;
  const points = withoutOutliers(all);
  const { fall, range } = measure(points);
  if (watchedMs < MIN_WATCHED_MS || range < MIN_RISE * fall) return undefined;
  for (const windowMs of [watchedMs, ...WINDOWS_MS.filter((each) => each < watchedMs)]) {
    const trend = findTrend(points, now, windowMs, fall);
    if (trend === undefined) continue;
    const { slope, slowest, fastest, level, tolerance, above, below } = trend;
    const isLong = watchedMs === DAY_MS || (windowMs === watchedMs && watchedMs > LONG_WATCHED_MS);
    const horizonMs = isLong ? HORIZON * windowMs : Math.min(HORIZON * windowMs, HOUR_MS);
    const leftMs = (limit - level) / slope;
    if (!(leftMs >= 0 && leftMs <= horizonMs)) continue;
    const { used: last } = all.at(-1) as UsagePoint;
    if (last >= limit && last > level + tolerance) return undefined;
    const earliestMs = Math.max(0, limit - level - above) / (fastest + above / windowMs);
    const latest = now + (limit - level + below) / (slowest - below / windowMs);
    const [earliest, at] = [Math.floor(now + earliestMs), Math.round(now + leftMs)];
    return { at, earliest, latest: Math.ceil(Math.min(latest, MAX_DATE)) };
  }
  return undefined;
}

/** The median of each amount and its neighbours. */
function withoutOutliers(points: readonly UsagePoint[]): UsagePoint[] {
  return points.slice(1).map(({ at, used }, place) => {
    const [before, after] = [(points[place] as UsagePoint).used, points[place + 2]?.used ?? used];
    return { at, used: Math.max(Math.min(before, used), Math.min(Math.max(before, used), after)) };
  });
}

/** The largest fall between any two points, and the distance of the highest point from the lowest. */
function measure(points: readonly UsagePoint[]): { fall: number; range: number } {
  let [lowest, highest, fall] = [Infinity, -Infinity, 0];
  for (const { used } of points) {
    lowest = Math.min(lowest, used);
    highest = Math.max(highest, used);
    fall = Math.max(fall, highest - used);
  }
  return { fall, range: highest - lowest };
}

/**
 * The line through a window that ends at `now`. Its slope is the median of the slopes between parts that are two apart.
 * Its level is the amount at `now`. `above` and `below` are the largest distances of a point from the line.
 */
function findTrend(
  points: readonly UsagePoint[],
  now: number,
  windowMs: number,
  fall: number,
): Record<'slope' | 'slowest' | 'fastest' | 'level' | 'tolerance' | 'above' | 'below', number> | undefined {
  const parts = averagesOf(points, now, windowMs, partsIn(windowMs));
  const slopes = parts.slice(2).map(({ at, used }, place) => {
    const before = parts[place] as UsagePoint;
    return (used - before.used) / (at - before.at);
  });
  const [slope, slowest, fastest] = [median(slopes), Math.min(...slopes), Math.max(...slopes)];
  const rise = slope * windowMs;
  const isSteady = slowest >= STEADY * slope && slope >= STEADY * fastest;
  if (!(rise >= MIN_RISE * fall && isSteady && bendOf(parts) <= Math.max(fall / 2, rise / 13))) return undefined;
  const levelOf = ({ at, used }: UsagePoint): number => used + slope * (now - at);
  const level = median(parts.map(levelOf));
  const tolerance = Math.max(fall, rise / 20);
  // The newest points show whether the rise goes on.
  if (Math.abs(median(points.slice(-5).map(levelOf)) - level) > tolerance) return undefined;
  const levels = points.filter(({ at }) => at >= now - windowMs).map(levelOf);
  const [above, below] = [Math.max(...levels) - level, level - Math.min(...levels)];
  return slowest * windowMs > below ? { slope, slowest, fastest, level, tolerance, above, below } : undefined;
}

/** The averages of equal parts of a window: NaN for a part without a point, and then the slopes are not steady. */
function averagesOf(points: readonly UsagePoint[], now: number, windowMs: number, count: number): UsagePoint[] {
  const sums = Array.from({ length: count }, () => ({ points: 0, backMs: 0, used: 0 }));
  for (const { at, used } of points) {
    const sum = sums[Math.min(count - 1, Math.floor(((at - now + windowMs) / windowMs) * count))];
    if (sum === undefined) continue;
    sum.points += 1;
    sum.backMs += now - at;
    sum.used += used;
  }
  return sums.map((sum) => ({ at: now - sum.backMs / sum.points, used: sum.used / sum.points }));
}

/** How much more the later half of the parts rises than the earlier half. Four parts are too few to tell. */
function bendOf(parts: readonly UsagePoint[]): number {
  const [a = 0, , , b = 0, c, , , d = 0] = parts.map(({ used }) => used);
  return c === undefined ? 0 : Math.abs(d - c - (b - a));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
