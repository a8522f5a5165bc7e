/** An amount at a time in Unix milliseconds. */
export interface Point {
  readonly at: number;
  readonly used: number;
}

/** A line through the latest points. */
export interface Trend {
  /** The amount on the line at a time. */
  usedAt(at: number): number;
  /** The time at which the line has an amount. */
  reaches(used: number): number;
  /** Whether a point lies on the line, within the noise. */
  has(point: Point): boolean;
}

/** The conditions for accepting a line as a trend. */
interface Criteria {
  /** Minimum excess of rises over falls between any two points, in standard deviations. */
  readonly confidence: number;
  /** Maximum of the median distance of the points from the line, as a share of the line's rise. */
  readonly spread: number;
  /** Maximum factor between the slope of the later half of the points and the slope of all points. */
  readonly bend: number;
  /** Maximum time until the limit, as a multiple of the time that the points cover. */
  readonly horizon: number;
  /** Maximum time until the limit, as a multiple of the time until the period ends. */
  readonly period: number;
}

/** The criteria for a new trend. Flat use meets them with a probability of 1 in 1,000, for each set of new points. */
const FIND: Criteria = { confidence: 3, spread: 0.1, bend: 1.5, horizon: 10, period: 1 };

/** The weaker criteria for keeping a trend. With equal criteria, noise would make forecasts appear and disappear. */
const KEEP: Criteria = { confidence: 2, spread: 0.15, bend: 2, horizon: 15, period: 1.1 };

/** The probability that 7 points all rise by chance is 1 in 7!, which is less than `FIND` allows. */
const MIN_POINTS = 7;

/** Points are merged into at most this many groups, since the cost grows with the number of pairs. */
const MAX_GROUPS = 32;

/**
 * Finds the line on which an amount rises to its limit. The line goes through all points, or through the later half, the
 * later quarter and so on, if only those points lie on a line.
 *
 * The line is the Theil–Sen estimator: its slope is the median of the slopes between any two points, so that up to 29 %
 * of the points may be outliers. The line rises if the lower confidence limit of the slope is above 0. The confidence
 * limit is one of the slopes, chosen by the variance of Kendall's tau.
 *
 * A new trend has to meet stricter criteria than a trend that existed before. The function has no memory: it evaluates
 * the points without the latest 1, 2, 4 and so on to decide whether a trend existed. The latest point alone never makes a
 * new trend, because it changes with every report.
 *
 * @param until end of the quota's period, Unix milliseconds.
 * @see H. Theil, A rank-invariant method of linear and polynomial regression analysis, 1950; P. K. Sen, Estimates of
 *   the regression coefficient based on Kendall's tau, 1968
 */
export function findTrend(points: readonly Point[], limit: number, until: number): Trend | undefined {
  const { line } = evaluate(points, limit, until);
  if (line === undefined) return undefined;
  for (let back = 1; points.length - back >= MIN_POINTS; back *= 2) {
    const before = evaluate(points.slice(0, -back), limit, until);
    if (before.line === undefined) return undefined;
    if (before.isFound) return line;
  }
  return undefined;
}

interface Evaluation {
  /** The line through the most points that meets the criteria. */
  readonly line: Line | undefined;
  /** Whether the line meets the criteria for a new trend. */
  readonly isFound: boolean;
}

function evaluate(points: readonly Point[], limit: number, until: number): Evaluation {
  let kept: Line | undefined;
  for (let count = points.length; count >= MIN_POINTS; count >>= 1) {
    const line = new Line(groupsOf(points.slice(points.length - count)));
    if (!line.meets(KEEP, limit, until)) continue;
    if (line.meets(FIND, limit, until)) return { line, isFound: true };
    kept ??= line;
  }
  return { line: kept, isFound: false };
}

/** Merges neighbouring points into groups. A group becomes one point with the median time and amount. */
function groupsOf(points: readonly Point[]): readonly Point[] {
  const size = Math.ceil(points.length / MAX_GROUPS);
  if (size === 1) return points;
  const groups: Point[] = [];
  // From the end, so that the latest group is complete.
  for (let end = points.length; end >= size; end -= size) {
    const group = points.slice(end - size, end);
    groups.push({ at: median(group.map(({ at }) => at)), used: median(group.map(({ used }) => used)) });
  }
  return groups.reverse();
}

/** The Theil–Sen line through points, and its fit. */
class Line implements Trend {
  readonly #points: readonly Point[];
  readonly #slopes: Float64Array;
  readonly #begin: number;
  readonly #spanMs: number;
  /** Amount per millisecond. */
  readonly slope: number;
  /** The amount at the first point. */
  readonly #start: number;
  /** The median distance of the points from the line. */
  readonly spread: number;

  constructor(points: readonly Point[]) {
    this.#points = points;
    this.#slopes = slopesOf(points);
    this.#begin = points[0]?.at ?? 0;
    this.#spanMs = (points.at(-1)?.at ?? 0) - this.#begin;
    this.slope = middleOf(this.#slopes);
    const starts = points.map(({ at, used }) => used - this.slope * (at - this.#begin));
    this.#start = median(starts);
    this.spread = median(starts.map((start) => Math.abs(start - this.#start)));
  }

  usedAt(at: number): number {
    return this.#start + this.slope * (at - this.#begin);
  }

  reaches(used: number): number {
    return this.#begin + (used - this.#start) / this.slope;
  }

  has({ at, used }: Point): boolean {
    return Math.abs(used - this.usedAt(at)) <= FIND.spread * this.#rise;
  }

  meets({ confidence, spread, bend, horizon, period }: Criteria, limit: number, until: number): boolean {
    if (!(this.#leastSlope(confidence) > 0)) return false;
    const end = this.#begin + this.#spanMs;
    const leftMs = this.reaches(limit) - end;
    if (!(leftMs < horizon * this.#spanMs && leftMs < period * (until - end))) return false;
    const later = new Line(this.#points.slice(this.#points.length >> 1));
    if (Math.max(this.spread, later.spread) > spread * this.#rise) return false;
    return later.slope * bend > this.slope && later.slope < this.slope * bend;
  }

  get #rise(): number {
    return this.slope * this.#spanMs;
  }

  /** The lower confidence limit of the slope (Sen, 1968, section 6). */
  #leastSlope(confidence: number): number {
    const { length } = this.#points;
    const deviation = Math.sqrt((length * (length - 1) * (2 * length + 5)) / 18);
    return this.#slopes[Math.floor((this.#slopes.length - confidence * deviation) / 2)] ?? -Infinity;
  }
}

/** The slopes between any two points, in ascending order. */
function slopesOf(points: readonly Point[]): Float64Array {
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2);
  let count = 0;
  for (const [place, from] of points.entries()) {
    for (let other = place + 1; other < points.length; other++) {
      const to = points[other] as Point;
      slopes[count++] = (to.used - from.used) / (to.at - from.at);
    }
  }
  return slopes.sort();
}

function median(values: readonly number[]): number {
  return middleOf(Float64Array.from(values).sort());
}

function middleOf(sorted: Float64Array): number {
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
