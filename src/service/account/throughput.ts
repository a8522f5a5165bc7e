import type { StoredRecord } from './record-store.js';

/**
 * Stored as an index's `throughput_vector`, this value stands for the series that grows with time. Any other stored
 * value is answered unchanged: this simulates drift of the field.
 */
export const COMPUTED_THROUGHPUT = 'computed';

/** The maximum number of points in an answer: one hour. */
const MAX_POINTS = 60;

export const MINUTE_MS = 60_000;

/** Short enough that a chart of one hour shows whole cycles. */
const CYCLE_MINUTES = 24;

/**
 * The `throughput_vector` of an index (api.md, Vector index record). It has a point for each of the last 60 minutes
 * since the creation: a wave with noise below the limit of queries per second. A point never changes between answers.
 *
 * @param now Unix milliseconds.
 */
export function throughputAt(index: StoredRecord, now: number) {
  const createdAtMs = createdAtOf(index) * 1000;
  const minutes = Math.floor((now - createdAtMs) / MINUTE_MS);
  const first = Math.max(0, minutes - MAX_POINTS + 1);
  const peak = Math.max(0, numberOr(index['max_query_per_second'], 100));
  const seed = hash(String(index['id']));
  return Array.from({ length: Math.max(0, minutes - first + 1) }, (_, at) => ({
    // As api.md prints it: `2025-10-19 18:33:05.244 +0000 UTC`.
    x: new Date(createdAtMs + (first + at) * MINUTE_MS).toISOString().replace('T', ' ').replace('Z', ' +0000 UTC'),
    y: Math.round(peak * loadAt(first + at, seed) * 100) / 100,
  }));
}

function loadAt(minute: number, seed: number): number {
  const wave = 0.5 + 0.5 * Math.sin((2 * Math.PI * (minute + (seed % CYCLE_MINUTES))) / CYCLE_MINUTES);
  const noise = hash(`${seed}:${minute}`) / 2 ** 32;
  return 0.7 * wave + 0.2 * noise;
}

/** Unix seconds. A record without a valid time counts as created in 1970. */
export function createdAtOf(index: StoredRecord): number {
  const seconds = numberOr(index['creation_time'], 0);
  return Math.abs(seconds) < 8.64e12 ? seconds : 0;
}

export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

export function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum;
}
