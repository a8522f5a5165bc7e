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
  notSentAfter,
  type PendingRequest,
  type ErrorFor,
} from './pending-request.js';
import { createRequestCount } from './request-count.js';
import { createPriorityQueue, type QueueNode } from './priority-queue.js';

/** The priorities, highest first: requests of users, then polls of databases that change, are observed, are tracked. */
export type Priority = 'user' | 'modifying' | 'observed' | 'tracked';

/** A request to be queued and sent. */
export interface GateCall<T> {
  /** The id that the request is for. Failures of several different ids in a row open the circuit breaker. */
  readonly key: string;
  readonly operation: Operation;
  readonly priority: Priority;
  /** Removes the request from the queue. Once the request is sent, `send` has to observe the signal. */
  readonly signal?: Abortable | undefined;
  readonly send: (signal: Abortable | undefined) => Promise<T>;
}

/** The handle of a queued or sent request. */
export interface Ticket<T> {
  /**
   * The result of `send`. Rejects with the error of `send`, or with a FleetError: `aborted` while it waits, `disposed`, or
   * the code of the failure that stopped the gate.
   */
  readonly result: Promise<T>;
  /** Raises the priority while the request waits. A lower priority has no effect. */
  promote(priority: Priority): void;
  /** The request is neither sent nor rejected. */
  readonly isWaiting: boolean;
  /** Removes the request from the queue and rejects it, if it still waits. */
  reject(errorFor: ErrorFor): void;
}

/** The events of the gate: its state changed; the service recovered from an outage; the credentials changed. */
export type GateEvent = 'changed' | 'recovered' | 'credentials';

/**
 * The gate that every request to the service passes. It guarantees:
 *
 * 1. At most `concurrency` requests are in flight. In any period at most `burst` requests start, plus `perSecond` for
 *    each second of the period.
 * 2. Requests of a higher priority start first, and within a priority in the order of arrival. If a high priority takes
 *    all starts for long, each lower priority gets a fourth of them.
 * 3. After a 429 no request starts for the time that the service asks for, 1 h at most. Then the rate rises slowly.
 * 4. After a 401, a 403, or failures in a row of three different ids that had not failed before, all waiting requests
 *    fail with that error. Then one request at a time probes the service: a user's at once, a poll from time to time.
 */
export interface RequestGate {
  request<T>(call: GateCall<T>): Ticket<T>;
  /** The error for a request that would certainly wait longer than `queueTimeoutMs`, which is known after a 429. */
  waitError(operation: Operation): FleetError | undefined;
  /**
   * Limits how long a caller's request waits to be sent.
   *
   * @param onExpired called once, with `rate-limited`: after `queueTimeoutMs`, or as soon as a longer wait is certain.
   * @returns a function that ends the limit.
   */
  limitWait(operation: Operation, isWaiting: () => boolean, onExpired: (error: FleetError) => void): () => void;
  readonly concurrency: number;
  readonly inFlight: number;
  readonly breaker: Breaker['state'];
  readonly stop: GateStop | undefined;
  readonly requestsLastMinute: number;
  /** Time until the gate takes a scheduled poll, milliseconds; 0 or less: now; `Infinity`: not before its next event. */
  readyInMs(): number;
  /** Calls `listener` when a property of the gate may have changed. @returns a function that stops it. */
  watch(listener: (event: GateEvent) => void): () => void;
  /** To be called when the account's credentials changed: the circuit breaker closes. A hold after a 429 stays. */
  credentialsChanged(): void;
  /** Rejects waiting and future requests with `disposed`. Callers abort their own requests in flight. */
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

/** The `retryAfterMs` of a caller whose request waited too long: the end of a queue without a hold is not known. */
const RETRY_AFTER_QUEUE_MS = 1000;

const RANKS: Readonly<Record<Priority, number>> = { user: 0, modifying: 1, observed: 2, tracked: 3 };
const RANK_COUNT = 4;

type Waiting = PendingRequest<unknown>;

export function createRequestGate(options: RequestGateOptions): RequestGate {
  const { clock, random, concurrency = 8, perSecond = 10, burst = 20, queueTimeoutMs = 30_000 } = options;
  const admission = createAdmission({ concurrency, random, perSecond, burst });
  const queue = createPriorityQueue<Waiting>(RANK_COUNT);
  const starvationGuard = createStarvationGuard(RANK_COUNT);
  const requestCount = createRequestCount();
  const listeners = new Set<(event: GateEvent) => void>();
  const alarm = createAlarm(clock, () => proceed('changed'));
  let isDisposed = false;

  const isWaiting = (rank: number): boolean => queue.peek(rank) !== undefined;
  const isUserWaiting = (): boolean => isWaiting(RANKS.user);
  const isPollWaiting = (): boolean =>
    isWaiting(RANKS.modifying) || isWaiting(RANKS.observed) || isWaiting(RANKS.tracked);

  function nextInMs(nowMs: number): number {
    const isUser = isUserWaiting();
    return isUser || isPollWaiting() ? admission.readyInMs(isUser, nowMs) : Infinity;
  }

  /** Sends the requests that may be sent now, and sets the alarm for the next one. */
  function pump(nowMs: number): void {
    let leftMs = nextInMs(nowMs);
    for (; leftMs <= 0; leftMs = nextInMs(nowMs)) sendNext(nowMs);
    alarm.set(nowMs + leftMs);
  }

  function proceed(event: GateEvent, nowMs = clock.monotonic()): void {
    pump(nowMs);
    for (const listener of listeners) listener(event);
  }

  function sendNext(nowMs: number): void {
    const node = queue.peek(starvationGuard.next(isWaiting, nowMs)) as QueueNode<Waiting>;
    queue.remove(node);
    send(node.item, nowMs);
  }

  function send(waiting: Waiting, nowMs: number): void {
    const permit = admission.acquire(waiting.key, nowMs);
    requestCount.add(permit.startedMs);
    waiting.send((error) => {
      const endedMs = clock.monotonic();
      const outcome = admission.release(permit, error, endedMs);
      if (outcome === 'stopped') rejectAll(notSentAfter(error));
      proceed(outcome === 'recovered' ? outcome : 'changed', endedMs);
    });
  }

  function reject(node: QueueNode<Waiting>, errorFor: ErrorFor): void {
    queue.remove(node);
    node.item.reject(errorFor);
  }

  function rejectAll(errorFor: ErrorFor): void {
    for (let rank = 0; rank < RANK_COUNT; rank++)
      for (let node = queue.peek(rank); node !== undefined; node = queue.peek(rank)) reject(node, errorFor);
  }

  function holdMs(nowMs: number): number {
    const stop = admission.stopAt(nowMs);
    return stop?.cause === 'rate-limited' ? (stop.leftMs ?? 0) : 0;
  }

  function waitError(operation: Operation, untilMs = clock.monotonic() + queueTimeoutMs): FleetError | undefined {
    const nowMs = clock.monotonic();
    const heldMs = holdMs(nowMs);
    if (nowMs < untilMs && nowMs + heldMs <= untilMs) return undefined;
    const message = `not sent: the request would have waited longer than ${queueTimeoutMs} ms in the queue`;
    const retryAfterMs = Math.max(Math.ceil(heldMs), RETRY_AFTER_QUEUE_MS);
    return new FleetError('rate-limited', operation, message, { retryAfterMs });
  }

  function limitWait(
    operation: Operation,
    isWaiting: () => boolean,
    onExpired: (error: FleetError) => void,
  ): () => void {
    if (!isWaiting() || queueTimeoutMs === Infinity) return () => {};
    const untilMs = clock.monotonic() + queueTimeoutMs;
    const check = (): void => {
      const error = isWaiting() ? waitError(operation, untilMs) : undefined;
      if (error !== undefined || !isWaiting()) end();
      if (error !== undefined) onExpired(error);
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
    const node = queue.enqueue(request, RANKS[priority]);
    if (isDisposed) reject(node, disposed);
    else if (signal?.aborted !== true) pump(clock.monotonic());
    if (node.isRemoved) return node;
    // Most requests are sent at once, and need no listener on their signal.
    if (signal?.aborted === true) reject(node, aborted);
    else
      request.onAborted(() => {
        reject(node, aborted);
        proceed('changed');
      });
    return node;
  }

  return {
    request(call) {
      const request = createPendingRequest(call);
      const node = enqueue(request, call);
      return {
        result: request.result,
        promote(priority) {
          queue.promote(node, RANKS[priority]);
          pump(clock.monotonic());
        },
        get isWaiting() {
          return !node.isRemoved;
        },
        reject(errorFor) {
          if (!node.isRemoved) reject(node, errorFor);
        },
      };
    },
    waitError: (operation) => waitError(operation),
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
      return requestCount.lastMinute(clock.monotonic());
    },
    readyInMs() {
      if (isDisposed || isPollWaiting()) return Infinity;
      const nowMs = clock.monotonic();
      if (!isUserWaiting()) return admission.readyInMs(false, nowMs);
      // One poll at a time is queued beside users' requests, so that a flood of those does not stop all polls.
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
      rejectAll(disposed);
      alarm.set(Infinity);
    },
  };
}
