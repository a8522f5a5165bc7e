import type { Clock } from '../shared/clock.js';
import { retryAfterMs } from './retry-after.js';
import { backoff } from './backoff.js';
import { afterEnding, afterSending, CLOSED, probeAtOnce, recordVerdict, type Breaker } from './breaker.js';
import * as bucket from './token-bucket.js';
import { dependsOnAccount, isRefused, verdictOf, type StopCause, type Verdict } from './verdict.js';

/** Why no request is sent, and for how long; `leftMs` is `undefined` while a probe is in flight. */
export type LimiterStop =
  | { readonly cause: 'rate-limited'; readonly leftMs: number }
  | { readonly cause: StopCause; readonly leftMs: number | undefined };

export interface Permit {
  readonly key: string;
  readonly startedMs: number;
  readonly isProbe: boolean;
  readonly credentialsVersion: number;
}

/**
 * The consequence of a request's end. `stopped`: waiting callers fail too. `recovered`: an outage or a refusal is over.
 * `improved`: a key that failed is answered again. `outdated`: the credentials of a refusal or a 404 were replaced.
 */
export type Outcome = 'stopped' | 'recovered' | 'improved' | 'outdated' | undefined;

export interface LimiterOptions {
  /** Not corrected for sleep: setting the wall clock forward must not end a hold. */
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly random: () => number;
  readonly concurrency?: number | undefined;
  readonly perSecond?: number | undefined;
  readonly burst?: number | undefined;
  /** Called at each 429 with the delay of its hold; 0 if a hold has begun and the 429 names no delay. */
  readonly onHold?: ((delayMs: number) => void) | undefined;
}

/** A shorter wait could vanish when it is added to a large time, and a clock that stands still would never pass it. */
export const SHORTEST_WAIT_MS = 1e-3;

/**
 * Decides when a request may start. It is passive: it has no queue and no timer. It guarantees:
 *
 * 1. At most `concurrency` requests are in flight. In any period at most `burst` requests start, plus `perSecond` for
 *    each second of the period.
 * 2. After a 429 no request starts for the time that the service asks for, 1 h at most. Then the rate rises slowly.
 * 3. The breaker opens when three different keys in a row begin to fail, or to be refused (401, 403). It also opens
 *    when all polled keys are refused, or at a 401 before the first answer to the credentials. While it is open, one
 *    request at a time probes the service: a caller's at once, a poll from time to time.
 */
export class Limiter {
  readonly concurrency: number;
  readonly perSecond: number;
  readonly burst: number;
  inFlight = 0;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #random: () => number;
  readonly #onHold: ((delayMs: number) => void) | undefined;
  readonly #requestCount = new RequestCount();
  /** The keys whose last answer was an outage, and those whose last answer was a refusal. */
  readonly #failing = new Set<string>();
  readonly #refused = new Set<string>();
  #bucket: bucket.TokenBucket;
  #breaker: Breaker = CLOSED;
  #credentialsVersion = 0;
  readonly #hold = { untilMs: -Infinity, count: 0 };

  constructor({ clock, random, concurrency = 8, perSecond = 10, burst = 20, onHold }: LimiterOptions) {
    this.concurrency = concurrency;
    this.perSecond = perSecond;
    this.burst = burst;
    this.#clock = clock;
    this.#random = random;
    this.#onHold = onHold;
    this.#bucket = bucket.fullBucket(this, -Infinity);
  }

  get breaker(): Breaker['state'] {
    return this.#breaker.state;
  }

  get stop(): LimiterStop | undefined {
    const nowMs = this.#clock.monotonic();
    const breaker = this.#breaker;
    if (this.#hold.untilMs > nowMs) return { cause: 'rate-limited', leftMs: this.#hold.untilMs - nowMs };
    if (breaker.state === 'closed') return undefined;
    const leftMs = breaker.state === 'open' ? Math.max(0, breaker.probeAtMs - nowMs) : undefined;
    return { cause: breaker.cause, leftMs };
  }

  get heldMs(): number {
    return Math.max(0, this.#hold.untilMs - this.#clock.monotonic());
  }

  /** How many requests may start now, if one may start. */
  get startable(): number {
    if (this.#breaker.state !== 'closed') return 1;
    const { tokens } = bucket.refill(this.#bucket, this, this.#clock.monotonic());
    return Math.max(1, Math.min(this.concurrency - this.inFlight, Math.floor(tokens)));
  }

  get requestsLastMinute(): number {
    return this.#requestCount.lastMinute(this.#clock.monotonic());
  }

  /** Time until the next request may start; `Infinity`: not before a request in flight ends. */
  readyInMs(isCaller: boolean): number {
    const breaker = this.#breaker;
    if (this.inFlight >= this.concurrency || breaker.state === 'probing') return Infinity;
    const readyMs = bucket.readyAt(this.#bucket);
    const startMs = breaker.state === 'open' && !isCaller ? Math.max(readyMs, breaker.probeAtMs) : readyMs;
    const waitMs = startMs - this.#clock.monotonic();
    return waitMs > 0 ? Math.max(waitMs, SHORTEST_WAIT_MS) : 0;
  }

  acquire(key: string): Permit {
    const nowMs = this.#clock.monotonic();
    const isProbe = this.#breaker.state === 'open';
    this.#breaker = afterSending(this.#breaker);
    this.#bucket = bucket.take(bucket.refill(this.#bucket, this, nowMs));
    this.inFlight += 1;
    this.#requestCount.add(nowMs);
    return { key, startedMs: nowMs, isProbe, credentialsVersion: this.#credentialsVersion };
  }

  /**
   * To be called when the request ended.
   *
   * @param includesPolled tells whether a set has all polled keys; called only after a refusal
   */
  release(permit: Permit, error: unknown, includesPolled: (keys: ReadonlySet<string>) => boolean): Outcome {
    const { key, startedMs, isProbe } = permit;
    const nowMs = this.#clock.monotonic();
    const verdict = error === undefined ? 'alive' : verdictOf(error);
    const isOutdated = permit.credentialsVersion < this.#credentialsVersion;
    this.inFlight -= 1;
    if (verdict === 'rate-limited') this.#startHold(permit, error, nowMs);
    if (verdict === 'alive' && startedMs >= this.#hold.untilMs) {
      this.#hold.count = 0;
      this.#bucket = bucket.speedUp(this.#bucket, this, nowMs);
    }
    if (isOutdated && dependsOnAccount(error)) return 'outdated';
    const hadFailed = recordVerdict(this.#failing, key, verdict, verdict === 'outage');
    const wasRefused = recordVerdict(this.#refused, key, verdict, isRefused(verdict));
    const before = this.#breaker;
    this.#breaker = afterEnding(before, {
      verdict,
      isRepeated: isRefused(verdict) ? wasRefused : hadFailed,
      areAllRefused: isRefused(verdict) && includesPolled(this.#refused),
      isOutdated,
      isProbe,
      retryAfterMs: retryAfterMs(error),
      startedMs,
      nowMs,
    });
    return this.#outcomeOf(before, verdict, hadFailed, nowMs);
  }

  /** Starts a hold because of a 429 that another fleet got. */
  hold(delayMs: number): void {
    this.#extendHold(this.#clock.monotonic() + delayMs, Math.max(1, this.#hold.count));
  }

  /** Closes the circuit breaker. If an outage continues, the same keys open it again. A hold after a 429 stays. */
  credentialsChanged(): void {
    this.#credentialsVersion += 1;
    // Without an outage, these keys stay marked as failing: all are requested now, which must not open the breaker.
    if (this.#breaker.state !== 'closed') this.#failing.clear();
    this.#breaker = CLOSED;
    this.#refused.clear();
  }

  probeAtOnce(): void {
    this.#breaker = probeAtOnce(this.#breaker, this.#clock.monotonic());
  }

  forget(key: string): void {
    this.#failing.delete(key);
    this.#refused.delete(key);
  }

  #outcomeOf(before: Breaker, verdict: Verdict, hadFailed: boolean, nowMs: number): Outcome {
    if (this.#breaker.state !== 'closed') {
      const isFailure = verdict === 'outage' || isRefused(verdict);
      return isFailure && this.#breaker !== before ? 'stopped' : undefined;
    }
    if (before.state !== 'closed') {
      // All waiting requests at once could overload a service that has just recovered.
      if (before.cause === 'outage')
        this.#bucket = bucket.restart(this.#bucket, this, Math.max(nowMs, this.#hold.untilMs), bucket.AFTER_OUTAGE);
      return 'recovered';
    }
    return verdict === 'alive' && hadFailed ? 'improved' : undefined;
  }

  #startHold({ startedMs }: Permit, error: unknown, nowMs: number): void {
    // Requests that were in flight when the hold began get 429 too: they do not count as further failures.
    const isNew = startedMs >= this.#hold.untilMs;
    const count = isNew ? this.#hold.count + 1 : this.#hold.count;
    const delayMs = retryAfterMs(error) || (isNew ? backoff(count, this.#random) : 0);
    this.#extendHold(nowMs + delayMs, count);
    this.#onHold?.(delayMs);
  }

  #extendHold(untilMs: number, count: number): void {
    this.#hold.untilMs = Math.max(this.#hold.untilMs, untilMs);
    this.#hold.count = count;
    this.#bucket = bucket.restart(this.#bucket, this, this.#hold.untilMs, bucket.AFTER_429);
  }
}

const SECONDS = 60;

class RequestCount {
  /** By second, oldest first. */
  readonly #counts = new Map<number, number>();

  add(nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > SECONDS) this.#counts.delete(oldest as number);
  }

  lastMinute(nowMs: number): number {
    const sinceSecond = Math.floor(nowMs / 1000) - SECONDS;
    let sum = 0;
    for (const [second, count] of this.#counts) if (second > sinceSecond) sum += count;
    return sum;
  }
}
