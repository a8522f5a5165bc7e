/** Between what a backoff stays, and where its chance comes from. */
export interface BackoffOptions {
  /** A number from 0 up to 1, 1 excluded. */
  readonly random: () => number;
  /** The shortest delay, milliseconds. @default 1000 */
  readonly minMs?: number;
  /** The longest delay, milliseconds. @default 300000 */
  readonly maxMs?: number;
}

/**
 * How long to wait after the `attempt`th failure in a row (1 is the first), milliseconds: anything from the shortest
 * delay up to a ceiling that doubles with each failure. Full jitter spreads those that failed together best, as
 * measured in "Exponential Backoff and Jitter" (M. Brooker, AWS Architecture Blog, 2015).
 */
export function backoff(attempt: number, { random, minMs = 1000, maxMs = 300_000 }: BackoffOptions): number {
  const ceilingMs = Math.min(maxMs, minMs * 2 ** attempt);
  return minMs + random() * Math.max(0, ceilingMs - minMs);
}
