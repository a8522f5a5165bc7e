import { onAbort } from '../core/shared/on-abort.js';
import { retryAfterMs } from '../core/polling/retry-after.js';
import { FleetError, type Operation } from '../core/shared/fleet-error.js';
import { Interruption } from '../core/wire/deadline.js';
import { retryAfterHeader } from './json-answer.js';
import type { ProxySettings } from './proxy-options.js';
import { Refused } from './refused.js';

/** Ends the wait of a queued request: it is refused with the error of its operation, or sent if there is none. */
type EndWait = (errorOf?: (operation: Operation) => Error) => void;

/** The pause after a 429 without `Retry-After`. */
const DEFAULT_PAUSE_MS = 1000;

/** The `Retry-After` of a request that waited too long in the queue. */
const RETRY_AFTER_QUEUE_MS = 1000;

/**
 * Limits the requests of all visitors of a proxy to the service. It guarantees:
 *
 * 1. At most `concurrency` requests are in flight. Further requests wait, first come, first served.
 * 2. A request that waits `queueTimeoutMs` fails and is not sent. A request whose visitor leaves is not sent either.
 * 3. After a 429, or a 503 with `Retry-After`, no request is sent for as long as the service asks, at most 1 h. Requests
 *    that wait or come meanwhile are refused with the same status and the remaining time. Creates are refused with 429,
 *    because a 503 would not say that they were not sent.
 *
 * It has no circuit breaker: a visitor's request for an id without permission must not stop the other visitors.
 */
export function createUpstreamLimiter({ clock, concurrency, queueTimeoutMs }: ProxySettings) {
  // A Set keeps the order of arrival, and removes any element in constant time.
  const queue = new Set<EndWait>();
  let inFlight = 0;
  let pausedUntilMs = -Infinity;
  let pauseStatus = 429;

  function waitForSlot(operation: Operation, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const endWait: EndWait = (errorOf) => {
        queue.delete(endWait);
        cancelTimer();
        forgetSignal();
        if (errorOf === undefined) resolve();
        else reject(errorOf(operation));
      };
      queue.add(endWait);
      const cancelTimer = clock.schedule(() => endWait(() => queueTimeout(operation, queueTimeoutMs)), queueTimeoutMs);
      const forgetSignal = onAbort(signal, () => endWait(() => new Interruption('aborted')));
    });
  }

  /** Passes the slot of a finished request to the next request. */
  function leave(): void {
    const [admitNext] = queue;
    if (admitNext === undefined) inFlight -= 1;
    else admitNext();
  }

  function pauseAfter(error: unknown): void {
    const { status } = error as Partial<FleetError>;
    const pauseMs = retryAfterMs(error) || (status === 429 ? DEFAULT_PAUSE_MS : 0);
    const untilMs = clock.monotonic() + pauseMs;
    if ((status !== 429 && status !== 503) || pauseMs === 0 || untilMs <= pausedUntilMs) return;
    pausedUntilMs = untilMs;
    pauseStatus = status;
    for (const refuse of queue) refuse((operation) => paused(operation, status, pauseMs));
  }

  /**
   * Calls `send` when the limiter permits the request.
   *
   * @param signal removes the request from the queue. `send` must observe it afterwards.
   * @throws Refused 429 or 503 while the service asks to wait; FleetError `rate-limited`; Interruption `aborted`
   */
  return async <T>(operation: Operation, signal: AbortSignal, send: () => Promise<T>): Promise<T> => {
    const pausedMs = pausedUntilMs - clock.monotonic();
    if (pausedMs > 0) throw paused(operation, pauseStatus, pausedMs);
    // An aborted signal emits no event, so the request would stay in the queue.
    if (signal.aborted) throw new Interruption('aborted');
    if (inFlight >= concurrency) await waitForSlot(operation, signal);
    else inFlight += 1;
    try {
      return await send();
    } catch (error) {
      pauseAfter(error);
      throw error;
    } finally {
      leave();
    }
  };
}

function paused(operation: Operation, status: number, leftMs: number): Refused {
  const headers = retryAfterHeader(leftMs);
  const shown = operation === 'create-database' ? 429 : status;
  return new Refused(shown, 'the service asks to wait: the request was not sent', { headers });
}

function queueTimeout(operation: Operation, waitedMs: number): FleetError {
  const message = `the proxy is busy: the request waited ${waitedMs} ms and was not sent`;
  return new FleetError('rate-limited', operation, message, { retryAfterMs: RETRY_AFTER_QUEUE_MS });
}
