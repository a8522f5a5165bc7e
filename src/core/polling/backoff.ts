const MIN_MS = 1000;

/**
 * The delay after the `attempt`th failure in a row (1 is the first), milliseconds. Exponential backoff with full jitter
 * spreads simultaneous failures best (M. Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015).
 *
 * @param random gives numbers from 0 to just below 1
 */
export function backoff(attempt: number, random: () => number, maxMs = 300_000): number {
  return MIN_MS + random() * Math.max(0, Math.min(maxMs, MIN_MS * 2 ** attempt) - MIN_MS);
}
