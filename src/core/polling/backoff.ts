/** The bounds of a backoff, and its source of randomness. */
export interface BackoffOptions {
  /** Gives numbers from 0 to just below 1. */
  readonly random: () => number;
  /** The shortest delay, milliseconds. @default 1000 */
  readonly minMs?: number;
  /** The longest delay, milliseconds. @default 300000 */
  readonly maxMs?: number;
}

/**
 * Exponential backoff with full jitter: the delay after the `attempt`th failure in a row (1 is the first), milliseconds.
 *
 * The delay is a random time between `minMs` and a ceiling that doubles with each failure. Of the known kinds of jitter
 * this one spreads simultaneous failures best ("Exponential Backoff and Jitter", M. Brooker, AWS Architecture Blog, 2015).
 */
export function backoff(attempt: number, { random, minMs = 1000, maxMs = 300_000 }: BackoffOptions): number {
  const ceilingMs = Math.min(maxMs, minMs * 2 ** attempt);
  return minMs + random() * Math.max(0, ceilingMs - minMs);
}
