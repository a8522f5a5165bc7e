import type { UsagePoint } from '../../../../index.js';

/** The size of a drawing, and the limit if there is one. */
export interface SparkFrame {
  readonly width: number;
  readonly height: number;
  readonly limit: number | undefined;
}

/** The paths of a sparkline, in the coordinates of its frame. */
export interface SparkPaths {
  readonly line: string;
  readonly area: string;
  /** The height of the limit, if it is within the drawing. */
  readonly limitY: number | undefined;
}

/** A longer pause between points than this many usual pauses is a gap. */
const GAP_PAUSES = 3;

/** At least this share of the limit fills the height, so that noise does not look like a change. */
const MIN_SHARE = 0.1;

/** Points closer than this look like one. */
const MIN_STEP = 1.5;

/** Keeps the line within the drawing. */
const MARGIN = 1.5;

/** Draws points as a line with a filled area. A gap in the readings is a gap of the line. */
export function sparkPaths(points: readonly UsagePoint[], { width, height, limit }: SparkFrame): SparkPaths {
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const used = points.map((point) => point.used);
  const [low, high] = rangeOf(Math.min(...used), Math.max(...used), limit);
  const x = (at: number): number => (end === start ? width : ((at - start) / (end - start)) * width);
  const y = (amount: number): number => MARGIN + (1 - (amount - low) / (high - low)) * (height - 2 * MARGIN);
  const lines = splitAtGaps(points).map((part) =>
    thin(part.map(({ at, used: amount }) => [x(at), y(amount)] as const)).map(([left, top]) => [left, top] as const),
  );
  return {
    line: lines.map(lineOf).join(''),
    area: lines.map((line) => areaOf(line, height)).join(''),
    limitY: limit !== undefined && limit >= low && limit <= high ? round(y(limit)) : undefined,
  };
}

/** The amounts at the bottom and at the top. */
function rangeOf(low: number, high: number, limit = 0): readonly [low: number, high: number] {
  const span = Math.max(high - low, MIN_SHARE * limit) || 1;
  const middle = (low + high) / 2;
  const bottom = Math.max(0, middle - span / 2);
  return [bottom, bottom + span];
}

/** Splits points where readings are missing. */
export function splitAtGaps(points: readonly UsagePoint[]): readonly (readonly UsagePoint[])[] {
  const pauses = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? 0));
  const usual = [...pauses].sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0;
  const parts: UsagePoint[][] = [];
  for (const [index, point] of points.entries()) {
    const isGap = index > 0 && (pauses[index - 1] ?? 0) > GAP_PAUSES * usual;
    if (index === 0 || isGap) parts.push([]);
    parts.at(-1)?.push(point);
  }
  return parts;
}

type Place = readonly [x: number, y: number];

/** Leaves out points that are closer than a pixel. The last point stays. */
function thin(places: readonly Place[]): readonly Place[] {
  const kept: Place[] = [];
  for (const [index, place] of places.entries()) {
    const isFar = place[0] - (kept.at(-1)?.[0] ?? -Infinity) >= MIN_STEP;
    if (isFar || index === places.length - 1) kept.push(place);
  }
  return kept;
}

/** A single point is a short line, because a line of no length is not drawn. */
function lineOf(places: readonly Place[]): string {
  const [first = [0, 0], ...others] = places;
  const steps = others.length === 0 ? 'h1' : others.map(([x, y]) => `L${round(x)} ${round(y)}`).join('');
  return `M${round(first[0])} ${round(first[1])}${steps}`;
}

function areaOf(places: readonly Place[], height: number): string {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || places.length < 2) return '';
  return `${lineOf(places)}L${round(last[0])} ${height}L${round(first[0])} ${height}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
