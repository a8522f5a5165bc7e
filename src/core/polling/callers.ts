import { FleetError, type Operation } from '../shared/fleet-error.js';
import type { Caller, PollTarget } from './poll-targets.js';

type Settlers = Pick<Caller, 'resolve' | 'reject'>;

export function createCaller(target: PollTarget, deadlineMs: number, { resolve, reject }: Settlers): Caller {
  const caller: Caller = {
    target,
    deadlineMs,
    forgetSignal() {},
    resolve(answer) {
      caller.forgetSignal();
      resolve(answer);
    },
    reject(error) {
      caller.forgetSignal();
      reject(error);
    },
  };
  return caller;
}

/** The `retryAfterMs` of a caller who waited too long without a hold: the end of the queue is not known. */
const RETRY_AFTER_QUEUE_MS = 1000;

/** The error of a caller whose request was not sent in time. */
export function waitedTooLong(operation: Operation, queueTimeoutMs: number, heldMs: number): FleetError {
  const message = `not sent: the request would have waited longer than ${queueTimeoutMs} ms in the queue`;
  return new FleetError('rate-limited', operation, message, {
    retryAfterMs: Math.max(Math.ceil(heldMs), RETRY_AFTER_QUEUE_MS),
  });
}

/** Makes the errors of requests that were not sent because another request failed with `error`. */
export function notSentAfter(error: unknown): (operation: Operation) => FleetError {
  const { code, status, retryAfterMs } = error as FleetError;
  // The outcome is unknown only for the create that was sent.
  const ownCode = code === 'outcome-unknown' ? 'unavailable' : code;
  const message = `not sent: earlier requests failed (${ownCode})`;
  return (operation) => new FleetError(ownCode, operation, message, { status, retryAfterMs });
}
