import { onAbort, type Abortable } from '../api/on-abort.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';

/** A request that waits to be sent. It is either sent or rejected, once. */
export interface PendingRequest<T> {
  readonly key: string;
  /** Settles with the outcome of the request. */
  readonly result: Promise<T>;
  /** Sends the request. Calls `ended` before `result` settles. */
  send(ended: (error?: unknown) => void): void;
  reject(errorFor: ErrorFor): void;
  /** Calls `task` if the caller aborts before the request is sent or rejected. */
  onAborted(task: () => void): void;
}

/** Makes the error of a request that was not sent, for its operation. */
export type ErrorFor = (operation: Operation) => FleetError;

export interface RequestToSend<T> {
  readonly key: string;
  readonly operation: Operation;
  readonly signal?: Abortable | undefined;
  readonly send: (signal: Abortable | undefined) => Promise<T>;
}

export function createPendingRequest<T>({ key, operation, signal, send }: RequestToSend<T>): PendingRequest<T> {
  let resolve: (value: T) => void;
  let reject: (error: FleetError) => void;
  let forgetSignal = (): void => {};
  const result = new Promise<T>((...settlers) => ([resolve, reject] = settlers));
  return {
    key,
    result,
    send(ended) {
      forgetSignal();
      sendSafely(send, signal).then(
        (value) => {
          ended();
          resolve(value);
        },
        (error: FleetError) => {
          ended(error);
          reject(error);
        },
      );
    },
    reject(errorFor) {
      forgetSignal();
      reject(errorFor(operation));
    },
    onAborted(task) {
      if (signal !== undefined) forgetSignal = onAbort(signal, task);
    },
  };
}

/** Turns an exception of `send` into a rejected promise. */
function sendSafely<T>(send: RequestToSend<T>['send'], signal: Abortable | undefined): Promise<T> {
  try {
    return send(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}

export const disposed: ErrorFor = (operation) => endedError('disposed', operation);

export const aborted: ErrorFor = (operation) => endedError('aborted', operation);

/** The error of requests that were not sent because another request failed with `error`. */
export function notSentAfter(error: unknown): ErrorFor {
  const { code, status, retryAfterMs } = error as FleetError;
  // The outcome is unknown only for the create that was sent.
  const ownCode = code === 'outcome-unknown' ? 'unavailable' : code;
  const message = `not sent: earlier requests failed (${ownCode})`;
  return (operation) => new FleetError(ownCode, operation, message, { status, retryAfterMs });
}
