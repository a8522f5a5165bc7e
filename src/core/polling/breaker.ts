import { isRefused, type StopCause, type Verdict } from './verdict.js';

/**
 * A circuit breaker (M. Nygard, Release It!, 2007). It opens when three keys begin to fail in a row: until the next probe,
 * no request is sent. While it is probing, one request is in flight.
 */
export type Breaker = {
  /** The service has answered a request with the current credentials. */
  readonly isAccepted: boolean;
} & (
  | {
      readonly state: 'closed';
      /** Keys that began to fail with an outage since the last answer. */
      readonly failedKeys: number;
      /** Keys that began to be refused since the last other answer. */
      readonly refusedKeys: number;
    }
  | {
      readonly state: 'open' | 'probing';
      readonly cause: StopCause;
      readonly failures: number;
      /** When a poll is sent as the probe, monotonic. A request of a caller may be sent before. */
      readonly probeAtMs: number;
    }
);

export interface Ending {
  readonly verdict: Verdict;
  /** The previous request of the key ended in the same way. */
  readonly isRepeated: boolean;
  /** The last answers to all polled keys were refusals. */
  readonly areAllRefused: boolean;
  /** The credentials were replaced since the request was sent. */
  readonly isOutdated: boolean;
  readonly isProbe: boolean;
  readonly retryAfterMs: number;
  readonly startedMs: number;
  readonly nowMs: number;
}

const FAILED_KEYS = 3;

const FIRST_PROBE_MS = 1000;

/** A service that refuses the account is not down, so it is probed less often. */
const MAX_PROBE_MS: Readonly<Record<StopCause, number>> = { outage: 30_000, unauthorized: 300_000, forbidden: 300_000 };

/** The initial state, and the state after a change of the credentials. */
export const CLOSED: Breaker = { state: 'closed', isAccepted: false, failedKeys: 0, refusedKeys: 0 };

const ACCEPTED: Breaker = { ...CLOSED, isAccepted: true };

/** A request that is sent while the breaker is open is the probe. */
export function afterSending(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { ...breaker, state: 'probing' } : breaker;
}

/** Makes a probe due at once. The series of probes begins again. */
export function probeAtOnce(breaker: Breaker, nowMs: number): Breaker {
  return breaker.state === 'closed' ? breaker : { ...breaker, failures: 0, probeAtMs: nowMs };
}

export function afterEnding(breaker: Breaker, ending: Ending): Breaker {
  const { verdict, isOutdated, isProbe } = ending;
  if (breaker.state === 'closed') return afterEndingClosed(breaker, ending);
  const isAnswer = verdict === 'alive' || isRefused(verdict);
  // Any answer ends an outage, even an answer to a request that was in flight when the breaker opened.
  if (breaker.cause === 'outage' && isAnswer) return afterEndingClosed(closedAs(breaker.isAccepted), ending);
  if (verdict === 'alive' && !isOutdated) return ACCEPTED;
  // A request that was in flight when the breaker opened fails for the same cause.
  if (!isProbe) return breaker;
  // A 429 holds the next probe, and a cancelled probe was no attempt.
  if (verdict === 'rate-limited' || verdict === 'cancelled') return { ...breaker, state: 'open' };
  // A probe that meets an outage does not test the credentials, so the cause stays.
  return reopen(breaker, isRefused(verdict) ? verdict : breaker.cause, ending);
}

type Closed = Extract<Breaker, { readonly state: 'closed' }>;
type Stopped = Exclude<Breaker, Closed>;

function closedAs(isAccepted: boolean): Closed {
  return (isAccepted ? ACCEPTED : CLOSED) as Closed;
}

function afterEndingClosed(breaker: Closed, ending: Ending): Breaker {
  const { verdict, isOutdated } = ending;
  if (verdict === 'alive') return closedAs(breaker.isAccepted || !isOutdated);
  if (isRefused(verdict)) return afterRefusal(breaker, verdict, ending);
  // A key that keeps failing while others are answered has a problem of its own.
  if (verdict !== 'outage' || ending.isRepeated) return breaker;
  const failedKeys = breaker.failedKeys + 1;
  return failedKeys < FAILED_KEYS ? { ...breaker, failedKeys } : open(breaker, 'outage', 1, ending);
}

function afterRefusal(breaker: Closed, cause: StopCause, ending: Ending): Breaker {
  // A key that keeps being refused while others are answered does not concern the account.
  const refusedKeys = breaker.refusedKeys + (ending.isRepeated ? 0 : 1);
  const isUnknownAccount = cause === 'unauthorized' && !breaker.isAccepted;
  return isUnknownAccount || ending.areAllRefused || refusedKeys >= FAILED_KEYS
    ? open(breaker, cause, 1, ending)
    : { ...breaker, failedKeys: 0, refusedKeys };
}

function reopen(breaker: Stopped, cause: StopCause, ending: Ending): Breaker {
  const { startedMs, nowMs, retryAfterMs } = ending;
  if (startedMs >= breaker.probeAtMs) return open(breaker, cause, breaker.failures + 1, ending);
  // A caller's request that was sent before the probe was due does not delay the probe.
  return { ...breaker, state: 'open', cause, probeAtMs: Math.max(breaker.probeAtMs, nowMs + retryAfterMs) };
}

/** Probes are due after 1 s, 2 s, 4 s and so on. One request needs no jitter. */
function open({ isAccepted }: Breaker, cause: StopCause, failures: number, { nowMs, retryAfterMs }: Ending): Breaker {
  const delayMs = Math.min(FIRST_PROBE_MS * 2 ** (failures - 1), MAX_PROBE_MS[cause]);
  return { state: 'open', isAccepted, cause, failures, probeAtMs: nowMs + Math.max(delayMs, retryAfterMs) };
}

/** Keeps the keys whose last answer was a failure of one kind. @returns whether the key was one of them before */
export function recordVerdict(failing: Set<string>, key: string, verdict: Verdict, isFailure: boolean): boolean {
  const hadFailed = failing.has(key);
  if (isFailure) failing.add(key);
  else if (verdict === 'alive' || isRefused(verdict)) failing.delete(key);
  return hadFailed;
}
