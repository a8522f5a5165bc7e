import type { Clock } from '../shared/clock.js';
import { retryAfterMs } from './retry-after.js';
import { backoff } from './backoff.js';
import { afterEnding, afterSending, CLOSED, probeAtOnce, type Breaker } from './breaker.js';
import { createFailingKeys } from './failing-keys.js';
import {
  AFTER_429,
  AFTER_OUTAGE,
  fullBucket,
  readyAt,
  refill,
  restart,
  speedUp,
  take,
  type RateLimit,
} from './token-bucket.js';
import { createRequestCount } from './request-count.js';
import { isOutage, isRefused, isStopCause, verdictOf, type StopCause } from './verdict.js';

/** Why no request is sent, and for how long. */
export type LimiterStop =
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

/**
 * The consequence of a request's end. `stopped`: the requests of callers that wait fail too. `recovered`: an outage or a
 * refusal is over. `improved`: an id that failed is answered again. `outdated`: the service refused credentials that were
 * replaced meanwhile.
 */
export type Outcome = 'stopped' | 'recovered' | 'improved' | 'outdated' | undefined;

/**
 * Decides when a request may start. It is passive: it has no queue and no timer. It guarantees:
 *
 * 1. At most `concurrency` requests are in flight. In any period at most `burst` requests start, plus `perSecond` for
 *    each second of the period.
 * 2. After a 429 no request starts for the time that the service asks for, 1 h at most. Then the rate rises slowly.
 * 3. After failures or refusals (401, 403) in a row of three different keys that had not failed before, one request at a
 *    time probes the service: a caller's at once, a poll from time to time. Refusals of all polled keys suffice, and one
 *    401 before the first answer to the credentials.
 */
export interface Limiter {
  readonly concurrency: number;
  readonly perSecond: number;
  readonly burst: number;
  readonly inFlight: number;
  readonly breaker: Breaker['state'];
  readonly stop: LimiterStop | undefined;
  /** How long a hold after a 429 still lasts, milliseconds; 0 without a hold. */
  readonly heldMs: number;
  /** How many requests may start now, if one may start. */
  readonly startable: number;
  readonly requestsLastMinute: number;
  /** Time until the next request may start, milliseconds; 0: now; `Infinity`: not before a request in flight ends. */
  readyInMs(isCaller: boolean): number;
  /**
   * Takes a permit for a request, if it may start now.
   *
   * @param isCaller a caller waits for the request; otherwise it is a scheduled poll
   */
  tryAcquire(key: string, isCaller: boolean): Permit | undefined;
  /**
   * To be called when the request ended.
   *
   * @param error the error of the request; `undefined` if it succeeded
   * @param polledKeys the keys that are polled. Called only after a refusal
   */
  release(permit: Permit, error: unknown, polledKeys: () => Iterable<string>): Outcome;
  /** Starts a hold because of a 429 that another member of the group got. */
  hold(delayMs: number): void;
  /** To be called when the account's credentials changed: the circuit breaker closes. A hold after a 429 stays. */
  credentialsChanged(): void;
  /** Allows a probe at once, if the breaker is open. */
  probeAtOnce(): void;
  /** To be called when a key is not requested any more: its last failure does not count any more. */
  forget(key: string): void;
}

export interface LimiterOptions {
  /** A clock that is not corrected for sleep: setting the wall clock forward must not end a hold. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly random: () => number;
  /** @default 8 */
  readonly concurrency?: number | undefined;
  /** @default 10 */
  readonly perSecond?: number | undefined;
  /** @default 20 */
  readonly burst?: number | undefined;
  /** Called when a 429 starts a hold or makes it longer. @param delayMs how long it lasts */
  readonly onHold?: ((delayMs: number) => void) | undefined;
}

/**
 * A wait is at least this long. A shorter one, from rounding, could vanish when a caller adds it to a large time, and a clock that
 * stands still while tasks run would never pass it.
 */
export const SHORTEST_WAIT_MS = 1e-3;

export function createLimiter(options: LimiterOptions): Limiter {
  const { clock, random, concurrency = 8, perSecond = 10, burst = 20, onHold } = options;
  const limit: RateLimit = { perSecond, burst };
  const requestCount = createRequestCount();
  let bucket = fullBucket(limit, -Infinity);
  let breaker: Breaker = CLOSED;
  const failing = createFailingKeys(isOutage);
  const refused = createFailingKeys(isRefused);
  let probe: Permit | undefined;
  let inFlight = 0;
  let credentialsVersion = 0;
  let hold = { untilMs: -Infinity, count: 0 };

  function readyInMs(isCaller: boolean): number {
    if (inFlight >= concurrency || breaker.state === 'probing') return Infinity;
    const readyMs = readyAt(bucket);
    const startMs = breaker.state === 'open' && !isCaller ? Math.max(readyMs, breaker.probeAtMs) : readyMs;
    const waitMs = startMs - clock.monotonic();
    return waitMs > 0 ? Math.max(waitMs, SHORTEST_WAIT_MS) : 0;
  }

  function startHold({ startedMs }: Permit, error: unknown, nowMs: number): void {
    // Requests that were in flight when the hold began get 429 too: they do not count as further failures.
    const isNew = startedMs >= hold.untilMs;
    const count = isNew ? hold.count + 1 : hold.count;
    const delayMs = retryAfterMs(error) || (isNew ? backoff(count, { random }) : 0);
    extendHold(nowMs + delayMs, count);
    onHold?.(delayMs);
  }

  function extendHold(untilMs: number, count: number): void {
    hold = { untilMs: Math.max(hold.untilMs, untilMs), count };
    bucket = restart(bucket, limit, hold.untilMs, AFTER_429);
  }

  function noteSuccess({ startedMs }: Permit, nowMs: number): void {
    if (startedMs < hold.untilMs) return;
    if (hold.count > 0) hold = { ...hold, count: 0 };
    bucket = speedUp(bucket, limit, nowMs);
  }

  function recover(cause: StopCause, nowMs: number): Outcome {
    // All waiting requests at once could overload a service that has just recovered.
    if (cause === 'outage') bucket = restart(bucket, limit, Math.max(nowMs, hold.untilMs), AFTER_OUTAGE);
    return 'recovered';
  }

  function areAllRefused(polledKeys: () => Iterable<string>): boolean {
    for (const key of polledKeys()) if (!refused.has(key)) return false;
    return true;
  }

  return {
    concurrency,
    perSecond,
    burst,
    get inFlight() {
      return inFlight;
    },
    get breaker() {
      return breaker.state;
    },
    get stop(): LimiterStop | undefined {
      const nowMs = clock.monotonic();
      if (hold.untilMs > nowMs) return { cause: 'rate-limited', leftMs: hold.untilMs - nowMs };
      if (breaker.state === 'closed') return undefined;
      return {
        cause: breaker.cause,
        leftMs: breaker.state === 'open' ? Math.max(0, breaker.probeAtMs - nowMs) : undefined,
      };
    },
    get heldMs() {
      return Math.max(0, hold.untilMs - clock.monotonic());
    },
    get requestsLastMinute() {
      return requestCount.lastMinute(clock.monotonic());
    },
    get startable() {
      const { tokens } = refill(bucket, limit, clock.monotonic());
      return breaker.state === 'closed' ? Math.max(1, Math.min(concurrency - inFlight, Math.floor(tokens))) : 1;
    },
    readyInMs,
    hold: (delayMs) => extendHold(clock.monotonic() + delayMs, Math.max(1, hold.count)),
    tryAcquire(key, isCaller) {
      const nowMs = clock.monotonic();
      if (readyInMs(isCaller) > 0) return undefined;
      const permit = { key, startedMs: nowMs, credentialsVersion };
      if (breaker.state === 'open') probe = permit;
      breaker = afterSending(breaker);
      bucket = take(refill(bucket, limit, nowMs));
      inFlight += 1;
      requestCount.add(nowMs);
      return permit;
    },
    release(permit, error, polledKeys) {
      const { key, startedMs } = permit;
      const nowMs = clock.monotonic();
      inFlight -= 1;
      const before = breaker;
      const verdict = error === undefined ? 'alive' : verdictOf(error);
      const isOutdated = permit.credentialsVersion < credentialsVersion;
      if (verdict === 'rate-limited') startHold(permit, error, nowMs);
      if (verdict === 'alive') noteSuccess(permit, nowMs);
      const isProbe = permit === probe;
      if (isProbe) probe = undefined;
      if (isOutdated && isRefused(verdict)) return 'outdated';
      const hadFailed = failing.note(key, verdict);
      const wasRefused = refused.note(key, verdict);
      breaker = afterEnding(breaker, {
        verdict,
        isRepeated: isRefused(verdict) ? wasRefused : hadFailed,
        areAllRefused: isRefused(verdict) && areAllRefused(polledKeys),
        isOutdated,
        isProbe,
        retryAfterMs: retryAfterMs(error),
        startedMs,
        nowMs,
      });
      if (breaker.state !== 'closed') return breaker !== before && isStopCause(verdict) ? 'stopped' : undefined;
      if (before.state !== 'closed') return recover(before.cause, nowMs);
      // In a small fleet no breaker opens, and only this tells of the end of an outage. In a large fleet it would be costly.
      return verdict === 'alive' && hadFailed && failing.count < burst ? 'improved' : undefined;
    },
    credentialsChanged() {
      credentialsVersion += 1;
      probe = undefined;
      breaker = CLOSED;
      refused.clear();
    },
    probeAtOnce() {
      breaker = probeAtOnce(breaker, clock.monotonic());
    },
    forget(key) {
      failing.forget(key);
      refused.forget(key);
    },
  };
}
