import { MAX_DRIFT, type Drift, type DriftKind } from '../api/drift.js';
import { isObject } from '../api/inspect.js';
import type { IndexRecord } from '../api/vector-index.js';
import { parseTimestamp } from './parse-timestamp.js';
import { remembered } from './remembered.js';

/** The throughput at one time. */
export interface ThroughputSample {
  /** Unix milliseconds; what is finer is their fraction. */
  readonly at: number;
  /** Its unit is not documented. */
  readonly value: number;
}

/** The throughput of an index over time. */
export interface Throughput {
  /** By time, oldest first. */
  readonly points: readonly ThroughputSample[];
  /** Value of the last point; absent where there are no points, like the next two. */
  readonly latest: number | undefined;
  /** Largest value. */
  readonly peak: number | undefined;
  /** Mean of the values. */
  readonly mean: number | undefined;
  /** What could not be read; absent where all could. The first 100 are listed. */
  readonly drift?: readonly Drift[];
}

/**
 * Reads the throughput of a vector index as numbers. A point that cannot be read is left out and listed as drift.
 * The same `throughput_vector`, by reference, gives the same answer.
 *
 * @example
 * ```ts
 * const { points, latest, peak } = throughput(index);
 * ```
 * @see api.md, Vector index record: `throughput_vector`
 */
export function throughput(index: Pick<IndexRecord, 'throughput_vector'> | undefined): Throughput {
  const series: unknown = index?.throughput_vector;
  if (Array.isArray(series)) return remembered(read, series, () => readSeries(series));
  if (index === undefined) return summarize([], []);
  return summarize([], [driftAt('throughput_vector', series, 'array')]);
}

const read = new WeakMap<readonly unknown[], Throughput>();

function readSeries(series: readonly unknown[]): Throughput {
  const points: ThroughputSample[] = [];
  const drift: Drift[] = [];
  series.forEach((point, place) => {
    const { x, y }: Readonly<Record<string, unknown>> = isObject(point) ? point : {};
    const at = typeof x === 'string' ? parseTimestamp(x) : undefined;
    const path = `throughput_vector[${place}]`;
    if (at === undefined) drift.push(driftAt(`${path}.x`, x, 'time, such as 2025-10-19 18:33:05.244 +0000 UTC'));
    if (!isNumber(y)) drift.push(driftAt(`${path}.y`, y, 'number'));
    if (at !== undefined && isNumber(y)) points.push({ at, value: y });
  });
  return summarize(points, drift.slice(0, MAX_DRIFT));
}

function summarize(points: ThroughputSample[], drift: readonly Drift[]): Throughput {
  points.sort((a, b) => a.at - b.at);
  const values = points.map(({ value }) => value);
  const isEmpty = values.length === 0;
  return {
    points,
    latest: values.at(-1),
    // Not Math.max(...values): an argument list may not be as long as a list from outside.
    peak: isEmpty ? undefined : values.reduce((a, b) => Math.max(a, b)),
    mean: isEmpty ? undefined : values.reduce((a, b) => a + b) / values.length,
    ...(drift.length === 0 ? {} : { drift }),
  };
}

function driftAt(path: string, value: unknown, expected: string): Drift {
  const kind: DriftKind = value === undefined ? 'missing' : 'wrong-type';
  return { path, kind, expected };
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
