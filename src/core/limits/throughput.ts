import { MAX_DRIFT, type Drift } from '../records/drift.js';
import { isObject } from '../shared/is-object.js';
import type { IndexRecord } from '../records/vector-index.js';
import { getOrCreate } from './get-or-create.js';

/** The throughput at one time. */
export interface ThroughputSample {
  /** Unix milliseconds. The fraction holds the time below a millisecond. */
  readonly at: number;
  /** The throughput. api.md does not document its unit. */
  readonly value: number;
}

/** The throughput of an index over time. */
export interface Throughput {
  /** Sorted by time, oldest first. */
  readonly points: readonly ThroughputSample[];
  /** Value of the last point; `undefined` if there are no points. */
  readonly latest: number | undefined;
  /** Largest value; `undefined` if there are no points. */
  readonly peak: number | undefined;
  /** Mean of the values; `undefined` if there are no points. */
  readonly mean: number | undefined;
  /** The members that are missing or of the wrong type, at most 100. Absent if all points are valid. */
  readonly drift?: readonly Drift[];
}

/**
 * Parses the throughput of a vector index. An invalid point is left out and listed in `drift`. Calls with the same
 * `throughput_vector`, by reference, return the same object.
 *
 * @example
 * ```ts
 * const { points, latest, peak } = throughputOf(index);
 * ```
 * @see api.md, Vector index record: `throughput_vector`
 */
export function throughputOf(index: Pick<IndexRecord, 'throughput_vector'> | undefined): Throughput {
  const series: unknown = index?.throughput_vector;
  if (Array.isArray(series)) return getOrCreate(results, series, () => readSeries(series));
  return summarize([], index === undefined ? [] : [driftAt('throughput_vector', series, 'array')]);
}

const results = new WeakMap<readonly unknown[], Throughput>();

function readSeries(series: readonly unknown[]): Throughput {
  const points: ThroughputSample[] = [];
  const drift: Drift[] = [];
  series.forEach((point, place) => {
    const { x, y }: Readonly<Record<string, unknown>> = isObject(point) ? point : {};
    const at = typeof x === 'string' ? parseTimestamp(x) : undefined;
    const value = Number.isFinite(y) ? (y as number) : undefined;
    const path = `throughput_vector[${place}]`;
    if (at === undefined) drift.push(driftAt(`${path}.x`, x, 'time, such as 2025-10-19 18:33:05.244 +0000 UTC'));
    if (value === undefined) drift.push(driftAt(`${path}.y`, y, 'number'));
    if (at !== undefined && value !== undefined) points.push({ at, value });
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
    // Math.max(...values) throws for a long list, because engines limit the number of arguments.
    peak: isEmpty ? undefined : values.reduce((a, b) => Math.max(a, b)),
    mean: isEmpty ? undefined : values.reduce((a, b) => a + b) / values.length,
    ...(drift.length > 0 && { drift }),
  };
}

function driftAt(path: string, value: unknown, expected: string): Drift {
  return { path, kind: value === undefined ? 'missing' : 'wrong-type', expected };
}

const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?(?: ?(?:Z|UTC|([+-])([01]\d|2[0-3]):?([0-5]\d)))(?: [A-Z+-][\w+-]*)?(?: m=[+-][\d.]+)?$/;

/**
 * Parses a time in the service's format, `2025-10-19 18:33:05.244068975 +0000 UTC`, or in RFC 3339.
 *
 * @returns Unix milliseconds with a fraction
 * @see https://pkg.go.dev/time#Time.String
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, time, fraction = '', sign = '+', hours = 0, minutes = 0] = TIMESTAMP.exec(text) ?? [];
  const start = Date.parse(`${date}T${time}Z`);
  // Some engines take 30 February for a day in March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(`${date}T${time}`)) return undefined;
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const digits = fraction.padEnd(3, '0');
  return start - offsetMs + Number(`${digits.slice(0, 3)}.${digits.slice(3)}`);
}
