/** A value at a time. */
export interface PlotPoint {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: number;
}

/**
 * Reduces a series to about `max` points that draw the same line. It divides the time into buckets of equal length, and
 * keeps the first, lowest, highest and last point of each bucket. So peaks stay.
 *
 * @param points oldest first
 * @see https://www.vldb.org/pvldb/vol7/p797-jugel.pdf M4 aggregation
 */
export function downsample<Point extends PlotPoint>(points: readonly Point[], max = 400): readonly Point[] {
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  if (points.length <= max || span <= 0) return points;
  const bucketCount = Math.max(1, Math.floor(max / 4));
  const kept: Point[] = [];
  let bucket: Point[] = [];
  let current = 0;
  const endBucket = (): void => void kept.push(...extremesOf(bucket));
  for (const point of points) {
    const index = Math.min(bucketCount - 1, Math.floor(((point.at - from) / span) * bucketCount));
    if (index !== current) {
      endBucket();
      bucket = [];
      current = index;
    }
    bucket.push(point);
  }
  endBucket();
  return kept;
}

/** In the order of time, each point once. */
function extremesOf<Point extends PlotPoint>(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length <= 4) return points;
  const low = points.reduce((a, b) => (b.value < a.value ? b : a));
  const high = points.reduce((a, b) => (b.value > a.value ? b : a));
  return [...new Set([first, ...(low.at <= high.at ? [low, high] : [high, low]), last])];
}
