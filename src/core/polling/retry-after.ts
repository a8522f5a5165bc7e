/** Whatever the service says. */
const LONGEST_MS = 3_600_000;

/** How long the service asks to wait with what failed so, milliseconds, 1 h at most; 0 where it does not say. */
export function retryAfterMs(error: unknown): number {
  return Math.min((error as { readonly retryAfterMs?: number } | undefined)?.retryAfterMs || 0, LONGEST_MS);
}
