import { retryAfterMs } from './retry-after.js';
import { backoff } from './backoff.js';
import { afterEnding, afterSending, CLOSED, type Breaker } from './breaker.js';
import { createFailingIds } from './failing-ids.js';
import {
  fullBucket,
  readyAt,
  refill,
  restart,
  speedUp,
  START_AFTER_OUTAGE,
  take,
  type RateLimit,
} from './token-bucket.js';
import { isRefused, isStopCause, verdictOf, type StopCause, type Verdict } from './verdict.js';

/** Why no request is sent, and for how long. */
export type GateStop =
  | { readonly cause: 'rate-limited'; readonly leftMs: number }
  | {
      readonly cause: StopCause;
      /** Time until the next probe; `undefined` while a probe is in flight. */
      readonly leftMs: number | undefined;
    };

/** The permit of one request in flight. */
export interface Permit {
  readonly key: string;
  readonly startedMs: number;
  /** The number of changes of the credentials before this request. */
  readonly credentialsVersion: number;
}

/** The consequence of a request's end: all requests stop, or the service has recovered. */
export type Outcome = 'stopped' | 'recovered' | undefined;

/** Decides when requests may start: rate, concurrency, holds and circuit breaker. All times are monotonic. */
export interface Admission {
  readonly inFlight: number;
  readonly breaker: Breaker['state'];
  stopAt(nowMs: number): GateStop | undefined;
  /** Time until the next request may start; 0: now; `Infinity`: not before a request in flight ends. */
  readyInMs(isUser: boolean, nowMs: number): number;
  acquire(key: string, nowMs: number): Permit;
  /** @param error the error of the request; `undefined` if it succeeded. */
  release(permit: Permit, error: unknown, nowMs: number): Outcome;
  /** Closes the breaker, so that requests test the new credentials. */
  credentialsChanged(): void;
}

export interface AdmissionOptions extends RateLimit {
  readonly concurrency: number;
  readonly random: () => number;
}

export function createAdmission({ concurrency, random, ...limit }: AdmissionOptions): Admission {
  let bucket = fullBucket(limit, -Infinity);
  let breaker: Breaker = CLOSED;
  const failing = createFailingIds();
  let probe: Permit | undefined;
  let inFlight = 0;
  let credentialsVersion = 0;
  let hold = { untilMs: -Infinity, count: 0 };

  function startHold({ startedMs }: Permit, error: unknown, nowMs: number): void {
    // Requests that were in flight when the hold began get 429 too: they do not count as further failures.
    const isNew = startedMs >= hold.untilMs;
    const count = isNew ? hold.count + 1 : hold.count;
    const delayMs = retryAfterMs(error) || (isNew ? backoff(count, { random }) : 0);
    hold = { untilMs: Math.max(hold.untilMs, nowMs + delayMs), count };
    bucket = restart(limit, hold.untilMs);
  }

  function noteSuccess({ startedMs }: Permit, nowMs: number): void {
    if (startedMs < hold.untilMs) return;
    if (hold.count > 0) hold = { ...hold, count: 0 };
    bucket = speedUp(bucket, limit, nowMs);
  }

  function recover(cause: StopCause, nowMs: number): Outcome {
    // All waiting requests at once could overload a service that has just recovered.
    if (cause === 'outage') bucket = restart(limit, Math.max(nowMs, hold.untilMs), START_AFTER_OUTAGE);
    return 'recovered';
  }

  /** A refusal of earlier credentials allows no conclusion about the current ones. */
  function judge(permit: Permit, error: unknown): Verdict {
    const verdict = error === undefined ? 'alive' : verdictOf(error);
    const isOld = permit.credentialsVersion < credentialsVersion;
    return isOld && isRefused(verdict) ? 'unclear' : verdict;
  }

  return {
    get inFlight() {
      return inFlight;
    },
    get breaker() {
      return breaker.state;
    },
    stopAt(nowMs) {
      if (hold.untilMs > nowMs) return { cause: 'rate-limited', leftMs: hold.untilMs - nowMs };
      if (breaker.state === 'closed') return undefined;
      return {
        cause: breaker.cause,
        leftMs: breaker.state === 'open' ? Math.max(0, breaker.probeAtMs - nowMs) : undefined,
      };
    },
    readyInMs(isUser, nowMs) {
      if (inFlight >= concurrency || breaker.state === 'probing') return Infinity;
      const readyMs = readyAt(bucket);
      const startMs = breaker.state === 'open' && !isUser ? Math.max(readyMs, breaker.probeAtMs) : readyMs;
      return Math.max(0, startMs - nowMs);
    },
    acquire(key, nowMs) {
      const permit = { key, startedMs: nowMs, credentialsVersion };
      if (breaker.state === 'open') probe = permit;
      breaker = afterSending(breaker);
      bucket = take(refill(bucket, limit, nowMs));
      inFlight += 1;
      return permit;
    },
    release(permit, error, nowMs) {
      inFlight -= 1;
      const before = breaker;
      const verdict = judge(permit, error);
      if (verdict === 'rate-limited') startHold(permit, error, nowMs);
      if (verdict === 'alive') noteSuccess(permit, nowMs);
      const isProbe = permit === probe;
      if (isProbe) probe = undefined;
      breaker = afterEnding(breaker, {
        hadFailed: failing.note(permit.key, verdict),
        verdict,
        isProbe,
        retryAfterMs: retryAfterMs(error),
        nowMs,
        random,
      });
      if (breaker.state === 'closed') return before.state === 'closed' ? undefined : recover(before.cause, nowMs);
      return breaker !== before && isStopCause(verdict) ? 'stopped' : undefined;
    },
    credentialsChanged() {
      credentialsVersion += 1;
      probe = undefined;
      breaker = CLOSED;
    },
  };
}
