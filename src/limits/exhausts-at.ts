import type { LimitDescription } from './catalogue.js';
import { periodStart } from './quota-period.js';

/** Through fewer points anything is a line. */
const MIN_POINTS = 4;

/** How far half of the points may lie off the line, as a share of what the line rises over all of them. */
const MAX_SPREAD = 0.1;

/** How much steeper, or flatter, the later half of the points may be than all. */
const MAX_BEND = 2;

/** How far ahead is looked, as a multiple of the time that was seen. */
const HORIZON = 10;

/**
 * When a level or quota will reach its limit if it goes on as it did, by a line through its recent history.
 *
 * The line is that of Theil and Sen: its slope is the median of the slopes between any two points, so that up to
 * 29 % of the points may be anything. There is no answer where a line is no good description (half of the points lie
 * off it by more than a tenth of its rise, or the later half of them tells another story), where it does not rise,
 * where it would reach further ahead than ten times the time it is made of, and where the quota begins anew before.
 *
 * @param history times in Unix milliseconds and amounts in turn, oldest first.
 * @returns Unix milliseconds, not before the last point.
 * @see H. Theil, A rank-invariant method of linear and polynomial regression analysis, 1950; P. K. Sen, Estimates of
 *   the regression coefficient based on Kendall's tau, 1968
 */
export function exhaustsAt(
  { kind, unit }: Pick<LimitDescription, 'kind' | 'unit'>,
  limit: number,
  history: readonly number[],
): number | undefined {
  const points = kind === 'quota' ? sinceReset(unit, pointsOf(history)) : pointsOf(history);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < MIN_POINTS || last.used >= limit) return undefined;
  const line = fit(points);
  const lately = fit(points.slice(points.length >> 1));
  const span = last.at - first.at;
  if (!(line.slope > 0) || Math.max(line.spread, lately.spread) > MAX_SPREAD * line.slope * span) return undefined;
  if (lately.slope * MAX_BEND <= line.slope || lately.slope >= line.slope * MAX_BEND) return undefined;
  const at = Math.max(last.at, Math.round(first.at + (limit - line.start) / line.slope));
  const until = Math.min(last.at + HORIZON * span, periodStart(unit, last.at, 1));
  return at < until ? at : undefined;
}

interface Point {
  readonly at: number;
  readonly used: number;
}

interface Line {
  /** Amount at the first point. */
  readonly start: number;
  /** Amount per millisecond. */
  readonly slope: number;
  /** Median distance of the points from it. */
  readonly spread: number;
}

function pointsOf(history: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < history.length; at += 2) {
    points.push({ at: history[at] as number, used: history[at + 1] as number });
  }
  return points;
}

/** What is counted falls only when it begins anew, at the end of its period or by a restart of whoever counts. */
function sinceReset(unit: LimitDescription['unit'], points: readonly Point[]): Point[] {
  const start = periodStart(unit, points.at(-1)?.at ?? 0);
  const reset = points.findLastIndex(({ at, used }, place) => at < start || used > (points[place + 1]?.used ?? used));
  return points.slice(reset + 1);
}

function fit(points: readonly Point[]): Line {
  const slopes = points.flatMap((from, place) =>
    points.slice(place + 1).map((to) => (to.used - from.used) / (to.at - from.at)),
  );
  const slope = median(slopes);
  const begin = points[0]?.at ?? 0;
  const starts = points.map(({ at, used }) => used - slope * (at - begin));
  const start = median(starts);
  return { start, slope, spread: median(starts.map((one) => Math.abs(one - start))) };
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length / 2;
  return ((values[Math.ceil(middle) - 1] ?? 0) + (values[Math.floor(middle)] ?? 0)) / 2;
}
