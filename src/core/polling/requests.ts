import { onAbort } from '../shared/on-abort.js';
import type { Clock } from '../shared/clock.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import type { Commits } from '../store/commits.js';
import { createCaller, notSentAfter, waitedTooLong } from './callers.js';
import { noteNotSent } from './poll-timing.js';
import type { Limiter, Outcome, Permit } from './limiter.js';
import { isShareable, isWanted, type Caller, type Flight, type PollTarget } from './poll-targets.js';

/** The end of a request. */
export interface Ending {
  /** The error of the request; `undefined` if it succeeded. */
  readonly error: unknown;
  readonly outcome: Outcome;
  /** The request was cancelled before its answer. */
  readonly isCancelled: boolean;
}

/** The requests of all poll targets: those that callers have queued, and those in flight. */
export interface Requests {
  /** The error of a caller who comes now, if the request of the caller cannot be sent in time. */
  waitError(operation: Operation): FleetError | undefined;
  /** Joins the request of a poll target, or queues one. @param signal ends this caller's wait */
  call(target: PollTarget, signal: AbortSignal | undefined): Promise<unknown>;
  /** Sends the request of a poll target. @param turn the turn of the shared rate that it takes */
  start(target: PollTarget, permit: Permit, turn?: number): void;
  /** Cancels the request in flight of a poll target, unless callers share it. */
  cancelWithoutCallers(target: PollTarget): void;
  /**
   * Rejects the callers whose deadline is before the next start of a request.
   *
   * @param startMs the next start, if no hold after a 429 is longer
   * @returns the next deadline; `Infinity` without a waiting caller
   */
  expire(nowMs: number, startMs: number): number;
  /** Rejects all callers with `disposed`, and cancels all requests in flight. */
  dispose(flying: Iterable<PollTarget>): void;
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

export function createRequests(options: RequestsOptions): Requests {
  const { clock, limiter, queueTimeoutMs, commit, polledKeys, onQueued, onUnqueued, onLeft, onEnded } = options;
  // The callers whose requests are not sent yet. All wait equally long, so the order of arrival is also the order of the deadlines.
  const waiting = new Set<Caller>();
  let isDisposed = false;

  function join(caller: Caller): void {
    const { target } = caller;
    const { flight } = target;
    if (isShareable(flight)) return void (flight.callers ??= new Set()).add(caller);
    waiting.add(caller);
    if (target.callers !== undefined) return void target.callers.add(caller);
    target.callers = new Set([caller]);
    // At most one request per key is in flight: after a cancelled one ends, the next one is queued.
    if (flight === undefined) onQueued(target);
    target.kind.source.onRequested(target.key);
  }

  /** Ends the wait of one caller. */
  function leave(caller: Caller, error: FleetError): void {
    const { target } = caller;
    const { flight, kind } = target;
    waiting.delete(caller);
    if (target.callers?.delete(caller)) {
      caller.reject(error);
      if (target.callers.size === 0) unqueue(target);
    } else if (flight?.callers?.has(caller)) {
      if (kind.tellsOutcome) return flight.controller.abort();
      flight.callers.delete(caller);
      caller.reject(error);
      if (flight.callers.size === 0 && !(flight.isPoll && (isWanted(target) || target.isShared)))
        cancel(target, flight);
    }
  }

  function unqueue(target: PollTarget): void {
    target.callers = undefined;
    target.kind.source.onCancelled(target.key);
    onUnqueued(target);
  }

  function cancel({ kind, key }: PollTarget, { controller }: Flight): void {
    if (controller.signal.aborted) return;
    controller.abort();
    kind.source.onCancelled(key);
  }

  function rejectWaiting(errorFor: (operation: Operation) => FleetError): void {
    for (const { target } of waiting) {
      const { callers, key, kind } = target;
      const error = errorFor(kind.source.operation);
      target.callers = undefined;
      noteNotSent(target);
      for (const caller of callers ?? []) {
        waiting.delete(caller);
        caller.reject(error);
      }
      if (isDisposed) continue;
      kind.source.onNotSent(key, error);
      onUnqueued(target);
    }
  }

  /** @param settle settles each caller of the request */
  function end(
    target: PollTarget,
    flight: Flight,
    permit: Permit,
    error: unknown,
    settle: (caller: Caller) => void,
  ): void {
    const nowMs = clock.monotonic();
    const isCancelled = flight.controller.signal.aborted;
    // An aborted create fails with `outcome-unknown`, as after a lost connection. It does not tell of an outage.
    const cause = isCancelled && error !== undefined ? endedError('aborted', target.kind.source.operation) : error;
    const outcome = limiter.release(permit, cause, polledKeys);
    target.flight = undefined;
    if (!isDisposed && target.callers !== undefined) onQueued(target);
    // In one commit: a subscriber that requests a rejected key again must not be rejected by the same loop.
    if (outcome === 'stopped') commit(() => rejectWaiting(notSentAfter(error)));
    flight.callers?.forEach(settle);
    if (!isDisposed) onEnded(target, { error, outcome, isCancelled }, nowMs);
  }

  function waitError(operation: Operation): FleetError | undefined {
    if (isDisposed) return endedError('disposed', operation);
    const heldMs = limiter.heldMs;
    return heldMs > queueTimeoutMs ? waitedTooLong(operation, queueTimeoutMs, heldMs) : undefined;
  }

  return {
    waitError,
    call(target, signal) {
      const { operation } = target.kind.source;
      return new Promise((resolve, reject) => {
        const caller = createCaller(target, clock.monotonic() + queueTimeoutMs, { resolve, reject });
        const abort = (): void => {
          leave(caller, endedError('aborted', operation));
          onLeft();
        };
        // Before `join`, which notifies subscribers: they may abort the signal or dispose the fleet.
        if (signal !== undefined) caller.forgetSignal = onAbort(signal, abort);
        join(caller);
      });
    },
    start(target, permit, turn) {
      const { kind, key, callers } = target;
      const flight: Flight = {
        controller: options.createController?.() ?? new AbortController(),
        isPoll: callers === undefined,
        callers,
      };
      target.callers = undefined;
      target.flight = flight;
      for (const caller of callers ?? []) waiting.delete(caller);
      if (callers === undefined) kind.source.onRequested(key);
      kind.source.poll(key, flight.controller.signal, turn).then(
        (answer) => end(target, flight, permit, undefined, (caller) => caller.resolve(answer)),
        (error: unknown) =>
          end(target, flight, permit, error, (caller) => caller.reject(isDisposed ? asDisposed(error) : error)),
      );
    },
    cancelWithoutCallers(target) {
      if (target.flight !== undefined && !target.flight.callers?.size) cancel(target, target.flight);
    },
    expire(nowMs, startMs) {
      if (waiting.size === 0) return Infinity;
      const { heldMs } = limiter;
      const untilMs = Math.max(startMs, nowMs + heldMs);
      for (const caller of waiting) {
        if (caller.deadlineMs >= untilMs) return caller.deadlineMs;
        leave(caller, waitedTooLong(caller.target.kind.source.operation, queueTimeoutMs, heldMs));
      }
      return Infinity;
    },
    dispose(flying) {
      isDisposed = true;
      rejectWaiting((operation) => endedError('disposed', operation));
      for (const { flight } of flying) flight?.controller.abort();
    },
  };
}

/** The error `outcome-unknown` of a create that was sent stays. */
function asDisposed(error: unknown): unknown {
  if (!(error instanceof FleetError) || error.code !== 'aborted') return error;
  return endedError('disposed', error.operation);
}
