import { endedError, FleetError, type Operation } from '../shared/fleet-error.js';
import { onAbort } from '../shared/on-abort.js';
import type { Permit } from './limiter.js';
import type { Planner } from './planner.js';
import {
  cancelUnshared,
  isShareable,
  isWanted,
  LANE,
  type Caller,
  type Flight,
  type PollTarget,
} from './poll-target.js';
import { recordAnswer, recordFailure, recordNotSent } from './poll-timing.js';
import type { SchedulerSettings } from './scheduler-settings.js';
import { credentialRefusals } from './verdict.js';

/** The `retryAfterMs` of a caller who waited too long without a hold: the end of the queue is not known. */
const RETRY_AFTER_QUEUE_MS = 1000;

/** The requests of callers and the polls in flight, at most one for each key. */
export class Requests {
  /** Called after each failure that stops the polls. */
  readonly stopListeners = new Set<() => void>();
  readonly #settings: SchedulerSettings;
  readonly #planner: Planner;
  readonly #onEnded: (nowMs: number) => void;
  // The callers whose requests are not sent yet, in the order of arrival and so of their deadlines.
  readonly #waiting = new Set<Caller>();
  // The due time of the last queued request. It begins long ago, so all are due at once. It rises, so they keep their order.
  #arrival = -(2 ** 50);

  /** @param onEnded called when a request has ended or a caller has aborted: other requests may start */
  constructor(settings: SchedulerSettings, planner: Planner, onEnded: (nowMs: number) => void) {
    this.#settings = settings;
    this.#planner = planner;
    this.#onEnded = onEnded;
  }

  waitError(operation: Operation): FleetError | undefined {
    if (this.#planner.isDisposed) return endedError('disposed', operation);
    const { limiter, queueTimeoutMs } = this.#settings;
    return limiter.heldMs > queueTimeoutMs ? this.#waitedTooLong(operation) : undefined;
  }

  call(target: PollTarget, signal: AbortSignal | undefined): Promise<unknown> {
    const { clock, queueTimeoutMs } = this.#settings;
    let forgetSignal: (() => void) | undefined;
    const answer = new Promise<unknown>((resolve, reject) => {
      const caller = { target, deadlineMs: clock.monotonic() + queueTimeoutMs, resolve, reject };
      const abort = (): void => {
        this.#leave(caller, endedError('aborted', target.source.operation));
        this.#onEnded(clock.monotonic());
      };
      // Before `#join`, which notifies subscribers: they may abort the signal or dispose the fleet.
      if (signal !== undefined) forgetSignal = onAbort(signal, abort);
      this.#join(caller);
    });
    return forgetSignal === undefined ? answer : answer.finally(forgetSignal);
  }

  start(target: PollTarget, permit: Permit, turn: number | undefined): void {
    const { source, key, callers } = target;
    const controller = this.#settings.createController();
    const flight: Flight = { controller, isPoll: callers === undefined, callers: callers ?? new Set() };
    target.callers = undefined;
    target.flight = flight;
    for (const caller of flight.callers) this.#waiting.delete(caller);
    if (flight.isPoll) source.onFetching?.(key, true);
    source.poll(key, controller.signal, turn).then(
      (answer) => this.#end(target, flight, permit, undefined, (caller) => caller.resolve(answer)),
      (error: unknown) =>
        this.#end(target, flight, permit, error, (caller) =>
          caller.reject(this.#planner.isDisposed ? asDisposed(error) : error),
        ),
    );
  }

  /** Rejects the callers whose deadline is before `startMs` or the end of a hold. @returns the next deadline */
  expire(nowMs: number, startMs: number): number {
    if (this.#waiting.size === 0) return Infinity;
    const untilMs = Math.max(startMs, nowMs + this.#settings.limiter.heldMs);
    for (const caller of this.#waiting) {
      if (caller.deadlineMs >= untilMs) return caller.deadlineMs;
      this.#leave(caller, this.#waitedTooLong(caller.target.source.operation));
    }
    return Infinity;
  }

  dispose(): void {
    this.#rejectWaiting((operation) => endedError('disposed', operation));
    for (const { flight } of this.#planner.interest) flight?.controller.abort();
  }

  #join(caller: Caller): void {
    const { target } = caller;
    const { flight } = target;
    if (isShareable(flight)) return void flight.callers.add(caller);
    this.#waiting.add(caller);
    if (target.callers !== undefined) return void target.callers.add(caller);
    target.callers = new Set([caller]);
    // At most one request per key is in flight: the next request is queued after a cancelled request ends.
    if (flight === undefined) this.#enqueue(target);
    target.source.onFetching?.(target.key, true);
  }

  /** Queues the request of callers: it is due now, after earlier requests of callers. */
  #enqueue({ handle }: PollTarget): void {
    this.#planner.queue.set(handle, (this.#arrival += 1), LANE.caller);
  }

  #leave(caller: Caller, error: FleetError): void {
    const { target } = caller;
    const { flight, callers, source, key } = target;
    this.#waiting.delete(caller);
    if (callers?.delete(caller)) {
      caller.reject(error);
      if (callers.size > 0) return;
      target.callers = undefined;
      source.onFetching?.(key, false);
      this.#planner.plan(target, this.#settings.clock.monotonic());
    } else if (flight?.callers.has(caller)) {
      if (source.isSentOnce) return flight.controller.abort();
      flight.callers.delete(caller);
      caller.reject(error);
      const isPollWanted = flight.isPoll && (isWanted(target) || target.isShared);
      if (!isPollWanted) cancelUnshared(target);
    }
  }

  #rejectWaiting(errorFor: (operation: Operation) => FleetError): void {
    for (const { target } of this.#waiting) {
      const { callers, key, source } = target;
      const error = errorFor(source.operation);
      target.callers = undefined;
      recordNotSent(target);
      for (const caller of callers ?? []) {
        this.#waiting.delete(caller);
        caller.reject(error);
      }
      if (this.#planner.isDisposed) continue;
      source.onNotSent?.(key, error);
      this.#planner.plan(target, this.#settings.clock.monotonic());
    }
  }

  /** @param conclude resolves or rejects each caller of the request */
  #end(target: PollTarget, flight: Flight, permit: Permit, error: unknown, conclude: (caller: Caller) => void): void {
    const { clock, limiter, commits, owner, random } = this.#settings;
    const planner = this.#planner;
    const nowMs = clock.monotonic();
    const isCancelled = flight.controller.signal.aborted;
    // An aborted create fails with `outcome-unknown`, as after a lost connection. It does not tell of an outage.
    const cause = isCancelled && error !== undefined ? endedError('aborted', target.source.operation) : error;
    const outcome = limiter.release(permit, cause, (keys) => planner.includesPolled(keys));
    target.flight = undefined;
    if (!this.#planner.isDisposed && target.callers !== undefined) this.#enqueue(target);
    // In one commit: a subscriber that requests a rejected key again must not be rejected by the same loop.
    if (outcome === 'stopped') commits.commit(() => this.#rejectWaiting(notSentAfter(error)));
    flight.callers.forEach(conclude);
    if (this.#planner.isDisposed) return;
    // The target is polled again at once, with the current credentials.
    if (outcome === 'outdated') target.lastMs = undefined;
    // A cancelled request, or a refused read of credentials, allows no conclusion about the polls of the target.
    else if (!isCancelled && error === undefined) recordAnswer(target, nowMs);
    else if (!isCancelled && !credentialRefusals.has(error as object)) recordFailure(target, error, nowMs, random);
    // A process that was stopped and has lost the key cannot tell how old the answer is: if the key comes back, it is due.
    if (flight.isPoll && target.failures === 0 && !owner.owns(target.key)) target.lastMs = undefined;
    planner.ended(target, outcome, nowMs);
    this.#onEnded(nowMs);
    if (outcome === 'stopped') this.stopListeners.forEach((listener) => listener());
  }

  #waitedTooLong(operation: Operation): FleetError {
    const { limiter, queueTimeoutMs } = this.#settings;
    const message = `not sent: the request would have waited longer than ${queueTimeoutMs} ms in the queue`;
    const retryAfterMs = Math.max(Math.ceil(limiter.heldMs), RETRY_AFTER_QUEUE_MS);
    return new FleetError('rate-limited', operation, message, { retryAfterMs });
  }
}

/** Makes the errors of requests that were not sent because another request failed. */
function notSentAfter(error: unknown): (operation: Operation) => FleetError {
  const { code, status, retryAfterMs } = error as FleetError;
  // The outcome is unknown only for the create that was sent.
  const ownCode = code === 'outcome-unknown' ? 'unavailable' : code;
  const message = `not sent: earlier requests failed (${ownCode})`;
  return (operation) => new FleetError(ownCode, operation, message, { status, retryAfterMs });
}

/** The error `outcome-unknown` of a create that was sent stays. */
function asDisposed(error: unknown): unknown {
  if (!(error instanceof FleetError) || error.code !== 'aborted') return error;
  return endedError('disposed', error.operation);
}
