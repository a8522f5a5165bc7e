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

/** Why no request starts, and for how long. */
export type GateStop =
  | { readonly cause: 'rate-limited'; readonly leftMs: number }
  | {
      readonly cause: StopCause;
      /** Time until a request tries again; `undefined` while such a request is under way. */
      readonly leftMs: number | undefined;
    };

/** A request that was let through. */
export interface Permit {
  readonly key: string;
  readonly startedMs: number;
  /** How often the credentials had changed. */
  readonly credentialsAge: number;
}

/** What the end of a request led to. */
export type Outcome = 'stopped' | 'recovered' | undefined;

/** Decides when requests may start: the state of the gate, without those who wait. All times are monotonic. */
export interface Admission {
  readonly inFlight: number;
  readonly breaker: Breaker['state'];
  stopAt(nowMs: number): GateStop | undefined;
  /** How long until one more may start, 0: it may; `Infinity`: not before another ended. */
  readyInMs(isUser: boolean, nowMs: number): number;
  enter(key: string, nowMs: number): Permit;
  /** @param error what it failed with, or `undefined`. */
  leave(permit: Permit, error: unknown, nowMs: number): Outcome;
  /** Forgets what only other credentials, or another try, can mend. */
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
  let credentialsAge = 0;
  let hold = { untilMs: -Infinity, inRow: 0 };

  function holdBack({ startedMs }: Permit, error: unknown, nowMs: number): void {
    // Those that were under way before the hold say the same once more.
    const isNews = startedMs >= hold.untilMs;
    const inRow = isNews ? hold.inRow + 1 : hold.inRow;
    const delayMs = retryAfterMs(error) || (isNews ? backoff(inRow, { random }) : 0);
    hold = { untilMs: Math.max(hold.untilMs, nowMs + delayMs), inRow };
    bucket = restart(limit, hold.untilMs);
  }

  function welcome({ startedMs }: Permit, nowMs: number): void {
    if (startedMs < hold.untilMs) return;
    if (hold.inRow > 0) hold = { ...hold, inRow: 0 };
    bucket = speedUp(bucket, limit, nowMs);
  }

  function recover(cause: StopCause, nowMs: number): Outcome {
    // A service that has just come back must not meet all that waited for it at once.
    if (cause === 'outage') bucket = restart(limit, Math.max(nowMs, hold.untilMs), START_AFTER_OUTAGE);
    return 'recovered';
  }

  /** What the credentials before these led to says nothing of these. */
  function judge(permit: Permit, error: unknown): Verdict {
    const verdict = error === undefined ? 'alive' : verdictOf(error);
    const isOld = permit.credentialsAge < credentialsAge;
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
    enter(key, nowMs) {
      const permit = { key, startedMs: nowMs, credentialsAge };
      if (breaker.state === 'open') probe = permit;
      breaker = afterSending(breaker);
      bucket = take(refill(bucket, limit, nowMs));
      inFlight += 1;
      return permit;
    },
    leave(permit, error, nowMs) {
      inFlight -= 1;
      const before = breaker;
      const verdict = judge(permit, error);
      if (verdict === 'rate-limited') holdBack(permit, error, nowMs);
      if (verdict === 'alive') welcome(permit, nowMs);
      const isProbe = permit === probe;
      if (isProbe) probe = undefined;
      breaker = afterEnding(breaker, {
        hadFailed: failing.note(permit.key, verdict),
        verdict,
        isProbe,
        askedMs: retryAfterMs(error),
        nowMs,
        random,
      });
      if (breaker.state === 'closed') return before.state === 'closed' ? undefined : recover(before.cause, nowMs);
      return breaker !== before && isStopCause(verdict) ? 'stopped' : undefined;
    },
    credentialsChanged() {
      credentialsAge += 1;
      probe = undefined;
      breaker = CLOSED;
    },
  };
}
