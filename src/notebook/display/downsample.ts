/** A value at a time. */
export interface PlotPoint {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: number;
}

/**
 * Reduces a series to about `max` points that draw the same line: the first, the lowest, the highest and the last point of
 * each stretch of time. Peaks stay.
 *
 * @param points oldest first
 */
export function thinPoints<Point extends PlotPoint>(points: readonly Point[], max = 400): readonly Point[] {
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  if (points.length <= max || span <= 0) return points;
  const stretches = Math.max(1, Math.floor(max / 4));
  const kept: Point[] = [];
  let stretch: Point[] = [];
  let place = 0;
  const end = (): void => void kept.push(...extremesOf(stretch));
  for (const point of points) {
    const at = Math.min(stretches - 1, Math.floor(((point.at - from) / span) * stretches));
    if (at !== place) {
      end();
      stretch = [];
      place = at;
    }
    stretch.push(point);
  }
  end();
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
