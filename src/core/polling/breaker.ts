import { backoff } from './backoff.js';
import { isRefused, type StopCause, type Verdict } from './verdict.js';

/**
 * A circuit breaker (M. Nygard, Release It!, 2007). Closed: all requests are sent. Open: no request is sent until the
 * next probe. Probing: one request is in flight to test the service.
 */
export type Breaker =
  | {
      readonly state: 'closed';
      /** The number of ids that began to fail since the last answer. */
      readonly failedIds: number;
    }
  | {
      readonly state: 'open' | 'probing';
      readonly cause: StopCause;
      /** How often in a row the breaker opened for this cause. */
      readonly failures: number;
      /** When a scheduled poll may be sent as the probe, monotonic. A user's request may be sent at once. */
      readonly probeAtMs: number;
    };

/** The facts about a request that ended. */
export interface Ending {
  /** The previous request of the same id had failed too. */
  readonly hadFailed: boolean;
  readonly verdict: Verdict;
  /** The request was the probe. */
  readonly isProbe: boolean;
  /** The `Retry-After` of the answer, milliseconds. */
  readonly retryAfterMs: number;
  readonly nowMs: number;
  readonly random: () => number;
}

/** The breaker opens after failures of this many ids in a row. Fewer ids are left to their own backoff. */
const FAILED_IDS = 3;

/** Rejected credentials rarely become valid without being replaced, so probes are rare. */
const CREDENTIALS_PROBE_MS = 300_000;

const MAX_OUTAGE_PROBE_MS = 30_000;

/** The initial state. */
export const CLOSED: Breaker = { state: 'closed', failedIds: 0 };

/** The breaker after a request was sent: a request that is sent while the breaker is open is the probe. */
export function afterSending(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { ...breaker, state: 'probing' } : breaker;
}

/** The breaker after a request ended. */
export function afterEnding(breaker: Breaker, ending: Ending): Breaker {
  const { verdict } = ending;
  if (breaker.state === 'closed') return afterEndingClosed(breaker.failedIds, breaker, ending);
  if (isRefused(verdict)) return reopen(breaker, verdict, ending);
  // Requests that were in flight when the breaker opened prove only one thing: that an outage is over.
  if (verdict === 'alive' && (ending.isProbe || breaker.cause === 'outage')) return CLOSED;
  if (!ending.isProbe) return breaker;
  // A probe that meets an outage does not test the credentials, so the cause stays.
  return verdict === 'outage' ? reopen(breaker, breaker.cause, ending) : { ...breaker, state: 'open' };
}

function afterEndingClosed(failedIds: number, breaker: Breaker, ending: Ending): Breaker {
  const { hadFailed, verdict } = ending;
  if (isRefused(verdict)) return open(verdict, 1, ending);
  if (verdict === 'alive') return failedIds === 0 ? breaker : CLOSED;
  // An id that keeps failing while others are answered has a problem of its own.
  if (verdict !== 'outage' || hadFailed) return breaker;
  return failedIds + 1 < FAILED_IDS ? { state: 'closed', failedIds: failedIds + 1 } : open('outage', 1, ending);
}

type Stopped = Exclude<Breaker, { readonly state: 'closed' }>;

function reopen(breaker: Stopped, cause: StopCause, ending: Ending): Breaker {
  // Requests that were in flight when the breaker opened fail for the same cause: they are not counted again.
  if (!ending.isProbe && breaker.cause === cause) return breaker;
  return open(cause, breaker.cause === cause ? breaker.failures + 1 : 1, ending);
}

function open(cause: StopCause, failures: number, { retryAfterMs, nowMs, random }: Ending): Breaker {
  const delayMs = cause === 'outage' ? backoff(failures, { random, maxMs: MAX_OUTAGE_PROBE_MS }) : CREDENTIALS_PROBE_MS;
  return { state: 'open', cause, failures, probeAtMs: nowMs + Math.max(delayMs, retryAfterMs) };
}
