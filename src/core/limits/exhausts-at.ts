import type { LimitDescription } from './catalogue.js';
import { findTrend, type Point, type Trend } from './find-trend.js';
import { periodStart } from './quota-period.js';

/** Sums of rounded numbers differ by less, as a share of them. */
const ROUNDING = 1e-9;

/**
 * When a level or quota will reach its limit if it goes on as it did: where the trend of its history crosses the limit.
 *
 * There is no forecast where the history has no trend, where the trend crosses the limit too far ahead, or after the
 * quota begins again, and where the limit is reached already. A single reading may reach the limit by noise, and the
 * next one fall below it: the limit is reached when the trend reaches it, or a reading that lies off the trend.
 *
 * @param history times in Unix milliseconds and amounts in turn, oldest first.
 * @returns Unix milliseconds, not before the last point.
 */
export function exhaustsAt(
  { kind, unit }: Pick<LimitDescription, 'kind' | 'unit'>,
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

/** A count falls only when it begins again: at the end of its period, or by a restart of the program that counts. */
function sinceReset(unit: LimitDescription['unit'], points: readonly Point[]): Point[] {
  const start = periodStart(unit, points.at(-1)?.at ?? 0);
  const reset = points.findLastIndex(({ at, used }, place) => at < start || used > (points[place + 1]?.used ?? used));
  return points.slice(reset + 1);
}
