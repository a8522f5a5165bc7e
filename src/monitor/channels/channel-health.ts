import { backoff } from '../../core/polling/backoff.js';
import type { Clock } from '../../core/shared/clock.js';
import type { FailedAttempt } from './attempt.js';

/** The health of a channel, judged by its last attempts. */
export interface ChannelHealth {
  /** The channel gets nothing before this monotonic time. */
  readonly heldUntilMs: () => number;
  /** Whether the channel failed so often in a row that it gets one event at a time. */
  readonly isOutage: boolean;
  readonly failuresInARow: number;
  readonly lastError: string | undefined;
  succeeded(): void;
  /** @returns the delay until `heldUntilMs`, milliseconds */
  failed(outcome: FailedAttempt): number;
  /** Forgets everything, for another channel. */
  reset(): void;
}

/**
 * After this many failures in a row the whole channel waits between attempts, and gets one event at a time. It is more
 * than the default concurrency, so that one short fault of the receiver does not count as an outage.
 */
const OUTAGE_FAILURES = 5;

/**
 * The longest delay between two attempts, of one event and of a channel in an outage, unless the receiver asks for more.
 * All waiting events therefore reach a receiver this soon after it works again. Alertmanager has the same limit.
 */
export const MAX_RETRY_DELAY_MS = 60_000;

export function createChannelHealth({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: () => number;
}): ChannelHealth {
  // The receiver asked for the first delay. A success ends the second.
  let askedUntilMs = 0;
  let outageUntilMs = 0;
  let failuresInARow = 0;
  /** Without refusals: a receiver that refuses an event for good works. */
  let faultsInARow = 0;
  let lastError: string | undefined;

  const heldUntilMs = (): number => Math.max(askedUntilMs, outageUntilMs);

  function succeeded(): void {
    failuresInARow = 0;
    faultsInARow = 0;
    lastError = undefined;
    outageUntilMs = 0;
  }

  return {
    heldUntilMs,
    get isOutage() {
      return faultsInARow >= OUTAGE_FAILURES;
    },
    get failuresInARow() {
      return failuresInARow;
    },
    get lastError() {
      return lastError;
    },
    succeeded,
    failed({ message, retryAfterMs, isFinal }) {
      failuresInARow += 1;
      faultsInARow = isFinal ? 0 : faultsInARow + 1;
      lastError = message;
      const outages = faultsInARow - OUTAGE_FAILURES + 1;
      const outageMs = outages > 0 ? backoff(outages, { random, maxMs: MAX_RETRY_DELAY_MS }) : 0;
      const nowMs = clock.monotonic();
      if (retryAfterMs > 0) askedUntilMs = Math.max(askedUntilMs, nowMs + retryAfterMs);
      outageUntilMs = nowMs + outageMs;
      return Math.max(0, Math.round(heldUntilMs() - nowMs));
    },
    reset() {
      succeeded();
      askedUntilMs = 0;
    },
  };
}
