export interface Sample {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: number;
}

/** A time without samples is a gap if it is this many times as long as usual. */
const GAP_FACTOR = 3.5;

/** A history has a point a minute, but more points in its last minute. */
const MIN_GAP_MS = 150_000;

/**
 * Finds the periods without samples. Returns their ends by their beginnings.
 *
 * @param until the end of the period that the samples shall cover, Unix milliseconds
 */
export function findGaps(samples: readonly Pick<Sample, 'at'>[], until: number): ReadonlyMap<number, number> {
  const ends = [...samples.slice(1).map(({ at }) => at), until];
  const periods = samples.map(({ at }, place) => [at, ends[place] as number] as const);
  const lengths = periods.slice(0, -1).map(([from, to]) => to - from);
  const usual = lengths.toSorted((a, b) => a - b)[lengths.length >> 1];
  if (usual === undefined) return new Map();
  const longest = Math.max(MIN_GAP_MS, GAP_FACTOR * usual);
  return new Map(periods.filter(([from, to]) => to - from > longest));
}

/** Selects the points since a time, and the point before it: the line begins at the edge of the chart. */
export function selectSince<T extends Pick<Sample, 'at'>>(points: readonly T[], from: number): readonly T[] {
  const first = points.findIndex(({ at }) => at >= from);
  return first === -1 ? [] : points.slice(Math.max(0, first - 1));
}

/** Times in seconds, the values, and the forecast. `null` interrupts a line. */
export type AlignedSeries = [times: number[], values: (number | null)[], forecast: (number | null)[]];

/** The chart library expects common times for all lines. @param to the end of the period, Unix milliseconds */
export function alignSeries(samples: readonly Sample[], forecast: Sample | undefined, to: number): AlignedSeries {
  const [times, values, forecasts]: AlignedSeries = [[], [], []];
  const add = (at: number, value: number | null, forecasted: number | null): void => {
    times.push(at / 1000);
    values.push(value);
    forecasts.push(forecasted);
  };
  // A forecast continues the line. Without a forecast, the time since the last sample may be a gap.
  const gaps = findGaps(samples, forecast === undefined ? to : 0);
  samples.forEach(({ at, value }, place) => {
    const isLast = place === samples.length - 1;
    add(at, value, isLast && forecast !== undefined ? value : null);
    const gapEnd = gaps.get(at);
    if (gapEnd === undefined) return;
    // An empty point at each end, so that a pointer anywhere in the gap finds no value.
    add(at + 1, null, null);
    add(gapEnd - 1, null, null);
  });
  if (forecast !== undefined) add(forecast.at, null, forecast.value);
  return [times, values, forecasts];
}

/**
 * Returns the end of the dashed line that goes from the last sample to the limit. The line ends where it reaches the
 * limit, or where it leaves the chart.
 *
 * @param exhaustsAt when the limit is reached, Unix milliseconds
 * @param latest the last time that the chart may show, Unix milliseconds
 * @returns `undefined` if one of these times is not after the last sample
 */
export function forecastEnd(last: Sample, limit: number, exhaustsAt: number, latest: number): Sample | undefined {
  if (exhaustsAt <= last.at || latest <= last.at) return undefined;
  const at = Math.min(exhaustsAt, latest);
  return { at, value: last.value + ((limit - last.value) * (at - last.at)) / (exhaustsAt - last.at) };
}
