import type { Clock } from '../shared/clock.js';
import { endedError, FleetError, type Operation } from '../shared/fleet-error.js';
import { onAbort } from '../shared/on-abort.js';
import type { Commits } from '../store/commits.js';
import type { Limiter, Outcome, Permit } from './limiter.js';
import { isShareable, isWanted, type Caller, type Flight, type PollTarget } from './poll-target.js';
import { recordNotSent } from './poll-timing.js';

/** The end of a request. */
export interface Ending {
  /** The error of the request; `undefined` if it succeeded. */
  readonly error: unknown;
  readonly outcome: Outcome;
  /** The request was cancelled before its answer. */
  readonly isCancelled: boolean;
}

export interface RequestsOptions {
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly queueTimeoutMs: number;
  readonly commit: Commits['commit'];
  /** The keys that this fleet polls. */
  readonly polledKeys: () => Iterable<string>;
  /** @default a new AbortController */
  readonly createController?: (() => AbortController) | undefined;
  /** The callers of a target need a request, and none is in flight. */
  readonly onQueued: (target: PollTarget) => void;
  /** The queued request of a target is not needed any more. */
  readonly onUnqueued: (target: PollTarget) => void;
  /** A caller has aborted. */
  readonly onLeft: () => void;
  readonly onEnded: (target: PollTarget, ending: Ending, nowMs: number) => void;
}

/** The `retryAfterMs` of a caller who waited too long without a hold: the end of the queue is not known. */
const RETRY_AFTER_QUEUE_MS = 1000;

/** The requests of all poll targets: those that callers have queued, and those in flight. */
export class Requests {
  readonly #options: RequestsOptions;
  // The callers whose requests are not sent yet. All wait equally long, so the order of arrival is also the order of the deadlines.
  readonly #waiting = new Set<Caller>();
  #isDisposed = false;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** The error of a caller who comes now, if the request of the caller cannot be sent in time. */
  waitError(operation: Operation): FleetError | undefined {
    if (this.#isDisposed) return endedError('disposed', operation);
    const { limiter, queueTimeoutMs } = this.#options;
    return limiter.heldMs > queueTimeoutMs ? this.#waitedTooLong(operation) : undefined;
  }

  /** Joins the request of a poll target, or queues one. @param signal ends this caller's wait */
  call(target: PollTarget, signal: AbortSignal | undefined): Promise<unknown> {
    const { clock, queueTimeoutMs, onLeft } = this.#options;
    return new Promise((resolve, reject) => {
      let forgetSignal = (): void => {};
      const caller: Caller = {
        target,
        deadlineMs: clock.monotonic() + queueTimeoutMs,
        resolve(answer) {
          forgetSignal();
          resolve(answer);
        },
        reject(error) {
          forgetSignal();
          reject(error);
        },
      };
      const abort = (): void => {
        this.#leave(caller, endedError('aborted', target.source.operation));
        onLeft();
      };
      // Before `#join`, which notifies subscribers: they may abort the signal or dispose the fleet.
      if (signal !== undefined) forgetSignal = onAbort(signal, abort);
      this.#join(caller);
    });
  }

  /** Sends the request of a poll target. @param turn the number that a `TurnSource` gave to it */
  start(target: PollTarget, permit: Permit, turn?: number): void {
    const { source, key, callers } = target;
    const flight: Flight = {
      controller: this.#options.createController?.() ?? new AbortController(),
      isPoll: callers === undefined,
      callers,
    };
    target.callers = undefined;
    target.flight = flight;
    for (const caller of callers ?? []) this.#waiting.delete(caller);
    if (callers === undefined) source.onRequested(key);
    source.poll(key, flight.controller.signal, turn).then(
      (answer) => this.#end(target, flight, permit, undefined, (caller) => caller.resolve(answer)),
      (error: unknown) =>
        this.#end(target, flight, permit, error, (caller) =>
          caller.reject(this.#isDisposed ? asDisposed(error) : error),
        ),
    );
  }

  /** Cancels the request in flight of a poll target, unless callers share it. */
  cancelWithoutCallers(target: PollTarget): void {
    if (target.flight !== undefined && !target.flight.callers?.size) cancel(target, target.flight);
  }

  /**
   * Rejects the callers whose deadline is before the next start of a request.
   *
   * @param startMs the next start, if no hold after a 429 is longer
   * @returns the next deadline; `Infinity` without a waiting caller
   */
  expire(nowMs: number, startMs: number): number {
    if (this.#waiting.size === 0) return Infinity;
    const untilMs = Math.max(startMs, nowMs + this.#options.limiter.heldMs);
    for (const caller of this.#waiting) {
      if (caller.deadlineMs >= untilMs) return caller.deadlineMs;
      this.#leave(caller, this.#waitedTooLong(caller.target.source.operation));
    }
    return Infinity;
  }

  /** Rejects all callers with `disposed`, and cancels all requests in flight. */
  dispose(flying: Iterable<PollTarget>): void {
    this.#isDisposed = true;
    this.#rejectWaiting((operation) => endedError('disposed', operation));
    for (const { flight } of flying) flight?.controller.abort();
  }

  #join(caller: Caller): void {
    const { target } = caller;
    const { flight } = target;
    if (isShareable(flight)) return void (flight.callers ??= new Set()).add(caller);
    this.#waiting.add(caller);
    if (target.callers !== undefined) return void target.callers.add(caller);
    target.callers = new Set([caller]);
    // At most one request per key is in flight: after a cancelled one ends, the next one is queued.
    if (flight === undefined) this.#options.onQueued(target);
    target.source.onRequested(target.key);
  }

  /** Ends the wait of one caller. */
  #leave(caller: Caller, error: FleetError): void {
    const { target } = caller;
    const { flight, callers } = target;
    this.#waiting.delete(caller);
    if (callers?.delete(caller)) {
      caller.reject(error);
      if (callers.size === 0) this.#unqueue(target);
    } else if (flight?.callers?.has(caller)) {
      if (target.isSentOnce) return flight.controller.abort();
      flight.callers.delete(caller);
      caller.reject(error);
      const isPollWanted = flight.isPoll && (isWanted(target) || target.isShared);
      if (flight.callers.size === 0 && !isPollWanted) cancel(target, flight);
    }
  }

  #unqueue(target: PollTarget): void {
    target.callers = undefined;
    target.source.onCancelled(target.key);
    this.#options.onUnqueued(target);
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
      if (this.#isDisposed) continue;
      source.onNotSent(key, error);
      this.#options.onUnqueued(target);
    }
  }

  /** @param conclude resolves or rejects each caller of the request */
  #end(target: PollTarget, flight: Flight, permit: Permit, error: unknown, conclude: (caller: Caller) => void): void {
    const { clock, limiter, commit, polledKeys, onQueued, onEnded } = this.#options;
    const nowMs = clock.monotonic();
    const isCancelled = flight.controller.signal.aborted;
    // An aborted create fails with `outcome-unknown`, as after a lost connection. It does not tell of an outage.
    const cause = isCancelled && error !== undefined ? endedError('aborted', target.source.operation) : error;
    const outcome = limiter.release(permit, cause, polledKeys);
    target.flight = undefined;
    if (!this.#isDisposed && target.callers !== undefined) onQueued(target);
    // In one commit: a subscriber that requests a rejected key again must not be rejected by the same loop.
    if (outcome === 'stopped') commit(() => this.#rejectWaiting(notSentAfter(error)));
    flight.callers?.forEach(conclude);
    if (!this.#isDisposed) onEnded(target, { error, outcome, isCancelled }, nowMs);
  }

  /** The error of a caller whose request was not sent in time. */
  #waitedTooLong(operation: Operation): FleetError {
    const { limiter, queueTimeoutMs } = this.#options;
    const message = `not sent: the request would have waited longer than ${queueTimeoutMs} ms in the queue`;
    const retryAfterMs = Math.max(Math.ceil(limiter.heldMs), RETRY_AFTER_QUEUE_MS);
    return new FleetError('rate-limited', operation, message, { retryAfterMs });
  }
}

function cancel({ source, key }: PollTarget, { controller }: Flight): void {
  if (controller.signal.aborted) return;
  controller.abort();
  source.onCancelled(key);
}

/** Makes the errors of requests that were not sent because another request failed with `error`. */
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
