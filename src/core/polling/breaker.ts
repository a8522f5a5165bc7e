import { backoff } from './backoff.js';
import { isRefused, type StopCause, type Verdict } from './verdict.js';

/**
 * Whether requests go through, after the circuit breaker of M. Nygard, Release It! (2007): closed, all do; open, none
 * does, until it is time for one that probes.
 */
export type Breaker =
  | {
      readonly state: 'closed';
      /** How many failed since the last answer whose last request had not. */
      readonly failedIds: number;
    }
  | {
      readonly state: 'open' | 'probing';
      readonly cause: StopCause;
      /** How often it was found to be so, in a row. */
      readonly failures: number;
      /** When a scheduled poll may be the probe. */
      readonly probeAtMs: number;
    };

/** The end of a request. */
export interface Ending {
  /** The last request of the same id had failed as well. */
  readonly hadFailed: boolean;
  readonly verdict: Verdict;
  /** It was the one that was let through. */
  readonly isProbe: boolean;
  /** How long the service asked to wait. */
  readonly askedMs: number;
  readonly nowMs: number;
  readonly random: () => number;
}

/** So many different ids in a row: one or two may have troubles of their own, which their own backoff is for. */
const FAILED_IDS = 3;

/** Credentials do not mend by themselves, so once in a while is enough. */
const CREDENTIALS_PROBE_MS = 300_000;

const LONGEST_OUTAGE_PROBE_MS = 30_000;

/** Closed, with nothing against it. */
export const CLOSED: Breaker = { state: 'closed', failedIds: 0 };

/** What becomes of it when a request was sent: one that is let through an open one is the probe. */
export function afterSending(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { ...breaker, state: 'probing' } : breaker;
}

/** What becomes of it when a request ended. */
export function afterEnding(breaker: Breaker, ending: Ending): Breaker {
  const { verdict } = ending;
  if (breaker.state === 'closed') return afterEndingClosed(breaker.failedIds, breaker, ending);
  if (isRefused(verdict)) return reopen(breaker, verdict, ending);
  // Those that were under way when it opened are no proof: not against it, and for it only that it answers again.
  if (verdict === 'alive' && (ending.isProbe || breaker.cause === 'outage')) return CLOSED;
  if (!ending.isProbe) return breaker;
  // An outage says nothing about the credentials.
  return verdict === 'outage' ? reopen(breaker, breaker.cause, ending) : { ...breaker, state: 'open' };
}

function afterEndingClosed(failedIds: number, breaker: Breaker, ending: Ending): Breaker {
  const { hadFailed, verdict } = ending;
  if (isRefused(verdict)) return open(verdict, 1, ending);
  if (verdict === 'alive') return failedIds === 0 ? breaker : CLOSED;
  // One that goes on failing while others are answered is no news of the service, however many such ids there are.
  if (verdict !== 'outage' || hadFailed) return breaker;
  return failedIds + 1 < FAILED_IDS ? { state: 'closed', failedIds: failedIds + 1 } : open('outage', 1, ending);
}

type Stopped = Exclude<Breaker, { readonly state: 'closed' }>;

function reopen(breaker: Stopped, cause: StopCause, ending: Ending): Breaker {
  // Of many that were under way when it opened, each says the same once more.
  if (!ending.isProbe && breaker.cause === cause) return breaker;
  return open(cause, breaker.cause === cause ? breaker.failures + 1 : 1, ending);
}

function open(cause: StopCause, failures: number, { askedMs, nowMs, random }: Ending): Breaker {
  const delayMs =
    cause === 'outage' ? backoff(failures, { random, maxMs: LONGEST_OUTAGE_PROBE_MS }) : CREDENTIALS_PROBE_MS;
  return { state: 'open', cause, failures, probeAtMs: nowMs + Math.max(delayMs, askedMs) };
}
