import { backoff } from '../../core/polling/backoff.js';
import type { FailedAttempt } from './attempt.js';

export interface ChannelHealth {
  /** The channel gets nothing before this monotonic time: it fails again and again, or the receiver asked for a delay. */
  readonly heldUntilMs: number;
  readonly failuresInARow: number;
  /** The failures since the last delivery or final refusal. A receiver that refuses one event for good can take others. */
  readonly faultsInARow: number;
  readonly lastError?: string | undefined;
}

export const HEALTHY: ChannelHealth = { heldUntilMs: 0, failuresInARow: 0, faultsInARow: 0 };

/** After this many faults in a row the whole channel waits between attempts. */
export const OUTAGE_FAULTS = 5;

/**
 * The longest delay between two attempts, of one event and of a channel in an outage, unless the receiver asks for
 * more. So a receiver that works again gets all waiting events within this time. Alertmanager has the same limit.
 */
export const MAX_RETRY_DELAY_MS = 60_000;

/** Returns the health after a failed attempt. Earlier delays do not count: they were over when the attempt began. */
export function healthAfterFailure(
  health: ChannelHealth,
  { message, retryAfterMs, isFinal }: FailedAttempt,
  { nowMs, random }: { readonly nowMs: number; readonly random: () => number },
): ChannelHealth {
  const faultsInARow = isFinal ? 0 : health.faultsInARow + 1;
  const faultsInOutage = faultsInARow - OUTAGE_FAULTS + 1;
  const outageMs = faultsInOutage > 0 ? backoff(faultsInOutage, random, MAX_RETRY_DELAY_MS) : 0;
  return {
    heldUntilMs: nowMs + Math.max(retryAfterMs, outageMs),
    failuresInARow: health.failuresInARow + 1,
    faultsInARow,
    lastError: message,
  };
}

export function isOutage({ faultsInARow }: ChannelHealth): boolean {
  return faultsInARow >= OUTAGE_FAULTS;
}
