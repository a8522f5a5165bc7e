import type { Abortable } from '../api/on-abort.js';
import type { Clock } from '../shared/clock.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import { createAdmission, type GateStop } from './admission.js';
import { createAlarm } from './alarm.js';
import type { Breaker } from './breaker.js';
import { createStarvationGuard } from './starvation-guard.js';
import {
  aborted,
  createPendingRequest,
  disposed,
  failedAlike,
  type PendingRequest,
  type Refusal,
} from './pending-request.js';
import { createRequestCount } from './request-count.js';
import { createPriorityQueue, type QueueNode } from './priority-queue.js';

/** Who goes first: what a user asked for, what is changing, what somebody looks at, what is tracked. */
export type Priority = 'user' | 'modifying' | 'observed' | 'tracked';

/** One request, to be sent when it is its turn. */
export interface GateCall<T> {
  /** Which id it is for: new failures of different ids in a row open the breaker. */
  readonly key: string;
  readonly operation: Operation;
  readonly priority: Priority;
  /** Ends the wait; afterwards it is `send` that has to heed it. */
  readonly signal?: Abortable | undefined;
  readonly send: (signal: Abortable | undefined) => Promise<T>;
}

/** A request that was handed to the gate. */
export interface Ticket<T> {
  /**
   * What `send` gives. Rejects with what that rejects with, or with a FleetError: `aborted` while it waits,
   * `disposed`, or, where polling stops meanwhile, the code of what stopped it.
   */
  readonly result: Promise<T>;
  /** Has it go with those of a higher priority, if it waits still. A lower one changes nothing. */
  promote(priority: Priority): void;
  /** It was neither sent nor refused. */
  readonly isWaiting: boolean;
  /** Takes it out of the queue, if it waits still. */
  refuse(refusal: Refusal): void;
}

/** What happened: something changed; it goes on after an outage; there are other credentials. */
export type GateEvent = 'changed' | 'recovered' | 'credentials';

/**
 * The one way out to the service. It guarantees:
 *
 * 1. No more than `concurrency` requests are in flight, and in any time no more than `burst`, and `perSecond` for each
 *    second of it, start.
 * 2. Those of a higher priority start first, and within a priority those who came first. In a flood of a high priority
 *    each lower one gets a fourth of the starts, after a while.
 * 3. After a 429 none starts, whoever asks, for as long as the service says, 1 h at most; then they start slowly.
 * 4. After a 401, a 403, or failures in a row of three different ids that had not failed before, what waits fails with
 *    it, and one request at a time goes through to see: a user's at once, any other from time to time.
 */
export interface RequestGate {
  request<T>(call: GateCall<T>): Ticket<T>;
  /** Why a request that is made now would wait longer than `queueTimeoutMs`, where that is known: after a 429. */
  waitRefusal(operation: Operation): FleetError | undefined;
  /**
   * Limits how long a caller waits for its request to be sent.
   *
   * @param expire called once, with `rate-limited`: after `queueTimeoutMs`, or as soon as the wait is known to be longer.
   * @returns a function that ends the limit.
   */
  limitWait(operation: Operation, isWaiting: () => boolean, expire: (error: FleetError) => void): () => void;
  readonly concurrency: number;
  readonly inFlight: number;
  readonly breaker: Breaker['state'];
  readonly stop: GateStop | undefined;
  readonly requestsLastMinute: number;
  /** How long until a scheduled request may come, milliseconds, 0 or less: now; `Infinity`: not before there is news. */
  readyInMs(): number;
  /** Calls `listener` whenever what can be read here may have changed by itself. */
  watch(listener: (news: GateEvent) => void): () => void;
  /** To be called when the account's credentials are others: what stopped the gate, unless it was a 429, is forgotten. */
  credentialsChanged(): void;
  /** Rejects what waits, and what comes, with `disposed`. Requests in flight are their callers' to abort. */
  dispose(): void;
}

export interface RequestGateOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** @default 8 */
  readonly concurrency?: number | undefined;
  /** @default 10 */
  readonly perSecond?: number | undefined;
  /** @default 20 */
  readonly burst?: number | undefined;
  /** @default 30000 */
  readonly queueTimeoutMs?: number | undefined;
}

/** When a caller may ask again that found the queue too long: of a queue without a hold the end is not known. */
const RETRY_AFTER_QUEUE_MS = 1000;

const RANKS: Readonly<Record<Priority, number>> = { user: 0, modifying: 1, observed: 2, tracked: 3 };
const RANK_COUNT = 4;

type Waiting = PendingRequest<unknown>;

/** Makes a gate that is open and rested. */
export function createRequestGate(options: RequestGateOptions): RequestGate {
  const { clock, random, concurrency = 8, perSecond = 10, burst = 20, queueTimeoutMs = 30_000 } = options;
  const admission = createAdmission({ concurrency, random, perSecond, burst });
  const line = createPriorityQueue<Waiting>(RANK_COUNT);
  const turns = createStarvationGuard(RANK_COUNT);
  const count = createRequestCount();
  const listeners = new Set<(news: GateEvent) => void>();
  const alarm = createAlarm(clock, () => proceed('changed'));
  let isDisposed = false;

  const isWaiting = (rank: number): boolean => line.first(rank) !== undefined;
  const isUserWaiting = (): boolean => isWaiting(RANKS.user);
  const isPollWaiting = (): boolean =>
    isWaiting(RANKS.modifying) || isWaiting(RANKS.observed) || isWaiting(RANKS.tracked);

  function nextInMs(nowMs: number): number {
    const isUser = isUserWaiting();
    return isUser || isPollWaiting() ? admission.readyInMs(isUser, nowMs) : Infinity;
  }

  /** Sends what may be sent, and comes back when more may. */
  function pump(nowMs: number): void {
    let leftMs = nextInMs(nowMs);
    for (; leftMs <= 0; leftMs = nextInMs(nowMs)) sendNext(nowMs);
    alarm.set(nowMs + leftMs);
  }

  function proceed(news: GateEvent, nowMs = clock.monotonic()): void {
    pump(nowMs);
    for (const listener of listeners) listener(news);
  }

  function sendNext(nowMs: number): void {
    const place = line.first(turns.next(isWaiting, nowMs)) as QueueNode<Waiting>;
    line.leave(place);
    send(place.item, nowMs);
  }

  function send(waiting: Waiting, nowMs: number): void {
    const permit = admission.enter(waiting.key, nowMs);
    count.add(permit.startedMs);
    waiting.send((error) => {
      const endedMs = clock.monotonic();
      const outcome = admission.leave(permit, error, endedMs);
      if (outcome === 'stopped') refuseAll(failedAlike(error));
      proceed(outcome === 'recovered' ? outcome : 'changed', endedMs);
    });
  }

  function refuse(place: QueueNode<Waiting>, refusal: Refusal): void {
    line.leave(place);
    place.item.refuse(refusal);
  }

  function refuseAll(refusal: Refusal): void {
    for (let rank = 0; rank < RANK_COUNT; rank++)
      for (let place = line.first(rank); place !== undefined; place = line.first(rank)) refuse(place, refusal);
  }

  function holdMs(nowMs: number): number {
    const stop = admission.stopAt(nowMs);
    return stop?.cause === 'rate-limited' ? (stop.leftMs ?? 0) : 0;
  }

  function waitRefusal(operation: Operation, untilMs = clock.monotonic() + queueTimeoutMs): FleetError | undefined {
    const nowMs = clock.monotonic();
    const heldMs = holdMs(nowMs);
    if (nowMs < untilMs && nowMs + heldMs <= untilMs) return undefined;
    const message = `not sent: it would have waited longer than ${queueTimeoutMs} ms for its turn`;
    const retryAfterMs = Math.max(Math.ceil(heldMs), RETRY_AFTER_QUEUE_MS);
    return new FleetError('rate-limited', operation, message, { retryAfterMs });
  }

  function limitWait(operation: Operation, isWaiting: () => boolean, expire: (error: FleetError) => void): () => void {
    if (!isWaiting() || queueTimeoutMs === Infinity) return () => {};
    const untilMs = clock.monotonic() + queueTimeoutMs;
    const check = (): void => {
      const refusal = isWaiting() ? waitRefusal(operation, untilMs) : undefined;
      if (refusal !== undefined || !isWaiting()) end();
      if (refusal !== undefined) expire(refusal);
    };
    const cancelTimer = clock.schedule(check, queueTimeoutMs);
    const end = (): void => {
      cancelTimer();
      listeners.delete(check);
    };
    listeners.add(check);
    return end;
  }

  function enqueue(request: Waiting, { priority, signal }: GateCall<unknown>): QueueNode<Waiting> {
    const place = line.join(request, RANKS[priority]);
    if (isDisposed) refuse(place, disposed);
    else if (signal?.aborted !== true) pump(clock.monotonic());
    if (place.isLeft) return place;
    // Only those that wait are worth a listener.
    if (signal?.aborted === true) refuse(place, aborted);
    else
      request.onAborted(() => {
        refuse(place, aborted);
        proceed('changed');
      });
    return place;
  }

  return {
    request(call) {
      const request = createPendingRequest(call);
      const place = enqueue(request, call);
      return {
        result: request.result,
        promote(priority) {
          line.raise(place, RANKS[priority]);
          pump(clock.monotonic());
        },
        get isWaiting() {
          return !place.isLeft;
        },
        refuse(refusal) {
          if (!place.isLeft) refuse(place, refusal);
        },
      };
    },
    waitRefusal: (operation) => waitRefusal(operation),
    limitWait,
    concurrency,
    get inFlight() {
      return admission.inFlight;
    },
    get breaker() {
      return admission.breaker;
    },
    get stop() {
      return admission.stopAt(clock.monotonic());
    },
    get requestsLastMinute() {
      return count.lastMinute(clock.monotonic());
    },
    readyInMs() {
      if (isDisposed || isPollWaiting()) return Infinity;
      const nowMs = clock.monotonic();
      if (!isUserWaiting()) return admission.readyInMs(false, nowMs);
      // One poll at a time stands in line with users, so that none of their floods keeps all polls out.
      return admission.stopAt(nowMs) === undefined ? 0 : Infinity;
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    credentialsChanged() {
      admission.credentialsChanged();
      proceed('credentials');
    },
    dispose() {
      isDisposed = true;
      listeners.clear();
      refuseAll(disposed);
      alarm.set(Infinity);
    },
  };
}
