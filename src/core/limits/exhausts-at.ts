import type { LimitTerms } from './catalogue.js';
import { findTrend, type Point, type Trend } from './find-trend.js';
import { periodStart } from './quota-period.js';

/** Relative tolerance for the rounding errors of sums. */
const ROUNDING = 1e-9;

/**
 * Forecasts when a level or quota reaches its limit: the time at which the trend of its history crosses the limit.
 *
 * There is no forecast if the history has no trend, if the trend crosses the limit too far ahead or after the quota
 * resets, or if the limit is reached already. A reading on the trend may reach the limit by noise, so the trend itself
 * decides then. A reading off the trend decides alone.
 *
 * @param history alternating times (Unix milliseconds) and amounts, oldest first.
 * @returns Unix milliseconds, not before the last point.
 */
export function exhaustsAt(
  { kind, unit }: Pick<LimitTerms, 'kind' | 'unit'>,
  limit: number,
  history: readonly number[],
): number | undefined {
  const points = kind === 'quota' ? sinceReset(unit, pointsOf(history)) : pointsOf(history);
  const last = points.at(-1);
  if (last === undefined || limit === 0) return undefined;
  const trend = findTrend(points, limit, periodStart(unit, last.at, 1));
  if (trend === undefined || isReached(trend, last, limit)) return undefined;
  const at = Math.round(trend.reaches(limit));
  return Math.max(last.at, Math.min(at, periodStart(unit, last.at, 1) - 1));
}

function isReached(trend: Trend, last: Point, limit: number): boolean {
  return trend.has(last) ? trend.usedAt(last.at) >= limit * (1 - ROUNDING) : last.used >= limit;
}

function pointsOf(history: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < history.length; at += 2) {
    points.push({ at: history[at] as number, used: history[at + 1] as number });
  }
  return points;
}

/** A quota's count falls only at a reset: at the end of its period, or when the counting program restarts. */
function sinceReset(unit: LimitTerms['unit'], points: readonly Point[]): Point[] {
  const start = periodStart(unit, points.at(-1)?.at ?? 0);
  const reset = points.findLastIndex(({ at, used }, place) => at < start || used > (points[place + 1]?.used ?? used));
  return points.slice(reset + 1);
}
