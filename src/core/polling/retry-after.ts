const MAX_RETRY_AFTER_MS = 3_600_000;

/** The delay that the service asked for with this failure, milliseconds, 1 h at most; 0 if the service asked for none. */
export function retryAfterMs(error: unknown): number {
  return Math.min((error as { readonly retryAfterMs?: number } | undefined)?.retryAfterMs || 0, MAX_RETRY_AFTER_MS);
}
