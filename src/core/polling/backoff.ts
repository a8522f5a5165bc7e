export interface BackoffOptions {
  /** Gives numbers from 0 to just below 1. */
  readonly random: () => number;
  /** @default 1000 */
  readonly minMs?: number;
  /** @default 300000 */
  readonly maxMs?: number;
}

/**
 * The delay after the `attempt`th failure in a row (1 is the first), milliseconds: exponential backoff with full jitter,
 * which spreads simultaneous failures best ("Exponential Backoff and Jitter", M. Brooker, AWS Architecture Blog, 2015).
 */
export function backoff(attempt: number, { random, minMs = 1000, maxMs = 300_000 }: BackoffOptions): number {
  const ceilingMs = Math.min(maxMs, minMs * 2 ** attempt);
  return minMs + random() * Math.max(0, ceilingMs - minMs);
}
