import { backoff } from '../../core/polling/backoff.js';
import type { FailedAttempt } from './attempt.js';

/** The health of a channel, judged by its last attempts. Times are monotonic. */
export interface ChannelHealth {
  /** The receiver asked to get nothing before this time. */
  readonly askedUntilMs: number;
  /** The channel gets nothing before this time. */
  readonly outageUntilMs: number;
  readonly failuresInARow: number;
  /** The same without refusals: a receiver that refuses an event for good works. */
  readonly faultsInARow: number;
  readonly lastError?: string | undefined;
}

export const HEALTHY: ChannelHealth = { askedUntilMs: 0, outageUntilMs: 0, failuresInARow: 0, faultsInARow: 0 };

/** After this many failures in a row the whole channel waits between attempts. A short fault is no outage. */
const OUTAGE_FAILURES = 5;

/**
 * The longest delay between two attempts, of one event and of a channel in an outage, unless the receiver asks for more.
 * All waiting events therefore reach a receiver this soon after it works again. Alertmanager has the same limit.
 */
export const MAX_RETRY_DELAY_MS = 60_000;

export function healthAfterSuccess({ askedUntilMs }: ChannelHealth): ChannelHealth {
  return { ...HEALTHY, askedUntilMs };
}

export function healthAfterFailure(
  health: ChannelHealth,
  { message, retryAfterMs, isFinal }: FailedAttempt,
  { nowMs, random }: { readonly nowMs: number; readonly random: () => number },
): ChannelHealth {
  const faultsInARow = isFinal ? 0 : health.faultsInARow + 1;
  const outages = faultsInARow - OUTAGE_FAILURES + 1;
  return {
    askedUntilMs: Math.max(health.askedUntilMs, nowMs + retryAfterMs),
    outageUntilMs: outages > 0 ? nowMs + backoff(outages, random, MAX_RETRY_DELAY_MS) : 0,
    failuresInARow: health.failuresInARow + 1,
    faultsInARow,
    lastError: message,
  };
}

/** The channel gets nothing before this monotonic time. */
export function heldUntilMs({ askedUntilMs, outageUntilMs }: ChannelHealth): number {
  return Math.max(askedUntilMs, outageUntilMs);
}

export function isOutage({ faultsInARow }: ChannelHealth): boolean {
  return faultsInARow >= OUTAGE_FAILURES;
}
