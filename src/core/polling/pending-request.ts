import { onAbort, type Abortable } from '../api/on-abort.js';
import { endedError } from '../shared/ended-error.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';

/** A request that is sent or refused, once. */
export interface PendingRequest<T> {
  readonly key: string;
  /** What becomes of it. */
  readonly result: Promise<T>;
  /** Sends it. `ended` is called before those who wait for the result go on. */
  send(ended: (error?: unknown) => void): void;
  refuse(refusal: Refusal): void;
  /** Calls `task` when the caller aborts before it is sent or refused. */
  onAborted(task: () => void): void;
}

/** Why something was not sent, said for its operation. */
export type Refusal = (operation: Operation) => FleetError;

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
    refuse(refusal) {
      forgetSignal();
      reject(refusal(operation));
    },
    onAborted(task) {
      if (signal !== undefined) forgetSignal = onAbort(signal, task);
    },
  };
}

/** Whatever it throws is a failure of the request. */
function sendSafely<T>(send: RequestToSend<T>['send'], signal: Abortable | undefined): Promise<T> {
  try {
    return send(signal);
  } catch (error) {
    return Promise.reject(error);
  }
}

export const disposed: Refusal = (operation) => endedError('disposed', operation);

export const aborted: Refusal = (operation) => endedError('aborted', operation);

/** For those that were not sent because of what another one met. */
export function failedAlike(error: unknown): Refusal {
  const { code, status, retryAfterMs } = error as FleetError;
  // Whether a create took effect is in doubt for that one only.
  const ownCode = code === 'outcome-unknown' ? 'unavailable' : code;
  const message = `not sent, since requests before it failed (${ownCode})`;
  return (operation) => new FleetError(ownCode, operation, message, { status, retryAfterMs });
}
