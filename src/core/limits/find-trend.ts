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
  /** Whether a point lies on the line, but for noise. */
  has(point: Point): boolean;
}

/** How sure a trend must be. */
interface Demands {
  /** By how many standard deviations the rises between points outnumber the falls. */
  readonly confidence: number;
  /** How far half of the points may lie off the line, as a share of its rise. */
  readonly spread: number;
  /** How much steeper, or flatter, the later half of the points may be than all. */
  readonly bend: number;
  /** How far ahead the limit may be, as a multiple of the time that the points cover. */
  readonly horizon: number;
  /** How far behind the end of the period the limit may be, as a multiple of the time until then. */
  readonly period: number;
}

/** A trend that is found must be this sure: a chance of 1 in 1,000 where the use is flat, for each look at new points. */
const FIND: Demands = { confidence: 3, spread: 0.1, bend: 1.5, horizon: 10, period: 1 };

/** A trend that was found is kept while it is this sure. Without the difference, forecasts would come and go by noise. */
const KEEP: Demands = { confidence: 2, spread: 0.15, bend: 2, horizon: 15, period: 1.1 };

/** That the fewest points of all rise by chance must be less likely than `FIND` allows: 1 in 7!. */
const MIN_POINTS = 7;

/** Points are taken together to so many groups, since the cost is that of all pairs. */
const MAX_GROUPS = 32;

/**
 * Finds the line on which an amount rises to its limit, through the latest points: all of them, or the later half, the
 * later quarter and so on, where only those lie on a line.
 *
 * The line is the one of Theil and Sen. Its slope is the median of the slopes between any two points, so that up to
 * 29 % of the points may be anything. It is sure that it rises where the lower limit of confidence of the slope is
 * above 0; that limit is one of the slopes too, by the variance of Kendall's tau.
 *
 * A trend is found where it meets stricter demands than those by which it is kept. There is no memory: whether there was
 * a trend before is decided by the points without the latest 1, 2, 4 and so on. The latest point alone finds no trend,
 * because it changes with each report.
 *
 * @param until when the period of the quota ends, Unix milliseconds.
 * @see H. Theil, A rank-invariant method of linear and polynomial regression analysis, 1950; P. K. Sen, Estimates of
 *   the regression coefficient based on Kendall's tau, 1968
 */
export function findTrend(points: readonly Point[], limit: number, until: number): Trend | undefined {
  const { line } = judge(points, limit, until);
  if (line === undefined) return undefined;
  for (let back = 1; points.length - back >= MIN_POINTS; back *= 2) {
    const before = judge(points.slice(0, -back), limit, until);
    if (before.line === undefined) return undefined;
    if (before.isFound) return line;
  }
  return undefined;
}

interface Judgement {
  /** The longest line that meets the demands. */
  readonly line: Line | undefined;
  /** Whether it meets those by which a trend is found. */
  readonly isFound: boolean;
}

function judge(points: readonly Point[], limit: number, until: number): Judgement {
  let kept: Line | undefined;
  for (let count = points.length; count >= MIN_POINTS; count >>= 1) {
    const line = new Line(groupsOf(points.slice(points.length - count)));
    if (!line.meets(KEEP, limit, until)) continue;
    if (line.meets(FIND, limit, until)) return { line, isFound: true };
    kept ??= line;
  }
  return { line: kept, isFound: false };
}

/** Takes neighbouring points together, each group as one point with their median time and amount. */
function groupsOf(points: readonly Point[]): readonly Point[] {
  const size = Math.ceil(points.length / MAX_GROUPS);
  if (size === 1) return points;
  const groups: Point[] = [];
  // From the end, so that the latest group is whole.
  for (let end = points.length; end >= size; end -= size) {
    const group = points.slice(end - size, end);
    groups.push({ at: median(group.map(({ at }) => at)), used: median(group.map(({ used }) => used)) });
  }
  return groups.reverse();
}

/** The line of Theil and Sen through points, and how well it describes them. */
class Line implements Trend {
  readonly #points: readonly Point[];
  readonly #slopes: Float64Array;
  readonly #begin: number;
  readonly #spanMs: number;
  /** Amount per millisecond. */
  readonly slope: number;
  #level: { readonly start: number; readonly spread: number } | undefined;
  #later: Line | undefined;

  constructor(points: readonly Point[]) {
    this.#points = points;
    this.#slopes = slopesOf(points);
    this.#begin = points[0]?.at ?? 0;
    this.#spanMs = (points.at(-1)?.at ?? 0) - this.#begin;
    this.slope = middleOf(this.#slopes);
  }

  usedAt(at: number): number {
    return this.level.start + this.slope * (at - this.#begin);
  }

  reaches(used: number): number {
    return this.#begin + (used - this.level.start) / this.slope;
  }

  has({ at, used }: Point): boolean {
    return Math.abs(used - this.usedAt(at)) <= FIND.spread * this.#rise;
  }

  /** The demands that cost least come first. */
  meets({ confidence, spread, bend, horizon, period }: Demands, limit: number, until: number): boolean {
    if (!(this.#leastSlope(confidence) > 0)) return false;
    const end = this.#begin + this.#spanMs;
    const leftMs = this.reaches(limit) - end;
    if (!(leftMs < horizon * this.#spanMs && leftMs < period * (until - end))) return false;
    const later = (this.#later ??= new Line(this.#points.slice(this.#points.length >> 1)));
    if (Math.max(this.level.spread, later.level.spread) > spread * this.#rise) return false;
    return later.slope * bend > this.slope && later.slope < this.slope * bend;
  }

  /** The amount at the first point, and the median distance of the points from the line. */
  get level(): { readonly start: number; readonly spread: number } {
    return (this.#level ??= this.#fitLevel());
  }

  #fitLevel(): { readonly start: number; readonly spread: number } {
    const starts = this.#points.map(({ at, used }) => used - this.slope * (at - this.#begin));
    const start = median(starts);
    return { start, spread: median(starts.map((one) => Math.abs(one - start))) };
  }

  get #rise(): number {
    return this.slope * this.#spanMs;
  }

  /** The lower limit of confidence of the slope (Sen, 1968, section 6). */
  #leastSlope(confidence: number): number {
    const { length } = this.#points;
    const deviation = Math.sqrt((length * (length - 1) * (2 * length + 5)) / 18);
    return this.#slopes[Math.floor((this.#slopes.length - confidence * deviation) / 2)] ?? -Infinity;
  }
}

/** The slopes between any two points, from the least to the greatest. */
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
