import type { StoredRecord } from './account.js';

/** One point of a `throughput_vector` (api.md, Vector index record). */
export interface ThroughputPoint {
  readonly x: string;
  readonly y: number;
}

/**
 * Kept as an index's `throughput_vector`, it stands for the series that grows with time. Whatever else is kept there,
 * or nothing, is answered as it is: that is how drift of this field is staged.
 */
export const COMPUTED_THROUGHPUT = 'computed';

/** How many points an answer holds at most: an hour of minutes, as a dashboard shows. */
const MAX_POINTS = 60;

const MINUTE_MS = 60_000;

/** A cycle short enough to be seen in an hour's chart. */
const CYCLE_MINUTES = 24;

/**
 * The throughput of an index at a time: one point a minute since its creation, the last 60 of them. The values are
 * the service's own choice: a wave with some noise, below the limit of queries per second. A point once given never
 * changes, so that the series of two answers fit together.
 *
 * @param now Unix milliseconds.
 */
export function throughputAt(index: StoredRecord, now: number): readonly ThroughputPoint[] {
  const createdAtMs = createdAtOf(index) * 1000;
  const minutes = Math.floor((now - createdAtMs) / MINUTE_MS);
  const first = Math.max(0, minutes - MAX_POINTS + 1);
  const peak = Math.max(0, numberOr(index['max_query_per_second'], 100));
  const seed = hash(String(index['id']));
  return Array.from({ length: Math.max(0, minutes - first + 1) }, (_, at) => ({
    x: timestamp(createdAtMs + (first + at) * MINUTE_MS),
    y: Math.round(peak * loadAt(first + at, seed) * 100) / 100,
  }));
}

/** A share of the peak, 0 to 0.9. */
function loadAt(minute: number, seed: number): number {
  const wave = 0.5 + 0.5 * Math.sin((2 * Math.PI * (minute + (seed % CYCLE_MINUTES))) / CYCLE_MINUTES);
  const noise = hash(`${seed}:${minute}`) / 2 ** 32;
  return 0.7 * wave + 0.2 * noise;
}

/** `2025-10-19 18:33:05.244 +0000 UTC`, as api.md prints it. */
function timestamp(unixMs: number): string {
  return new Date(unixMs).toISOString().replace('T', ' ').replace('Z', ' +0000 UTC');
}

/** Unix seconds; 1970 where a record was staged whose time is none, or beyond what a date can be. */
function createdAtOf(index: StoredRecord): number {
  const seconds = numberOr(index['creation_time'], 0);
  return Math.abs(seconds) < 8.64e12 ? seconds : 0;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum;
}
