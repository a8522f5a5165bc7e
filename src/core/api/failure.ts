import { endedError } from '../shared/ended-error.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import { ConnectionFailure } from './connection-failure.js';
import { Interruption } from './deadline.js';

/** Converts the failure of a request to a FleetError, which contains only facts that cannot be secrets. */
export function describeFailure(failure: unknown, operation: Operation, timeoutMs: number): FleetError {
  if (failure instanceof FleetError) return failure;
  if (failure instanceof Interruption) {
    return failure.reason === 'aborted'
      ? endedError('aborted', operation)
      : new FleetError('timeout', operation, `no complete response within ${timeoutMs} ms`);
  }
  const code = failure instanceof ConnectionFailure ? failure.code : undefined;
  return new FleetError('unavailable', operation, `the connection failed${code === undefined ? '' : ` (${code})`}`);
}

/** Whether a request certainly had no effect, although it was passed to fetch. */
export function isOutcomeKnown({ status }: FleetError, failure: unknown): boolean {
  const wasRefused = status !== undefined && status >= 400 && status < 500 && status !== 408;
  return wasRefused || (failure instanceof ConnectionFailure && failure.isBeforeSending);
}

/** Converts the failure of a request that may have taken effect. */
export function outcomeUnknown({ code, operation, status, retryAfterMs }: FleetError): FleetError {
  const because = status === undefined ? code : `${code}, status ${status}`;
  const message = `the request was sent, and it is unknown whether it took effect (${because})`;
  return new FleetError('outcome-unknown', operation, message, { status, retryAfterMs });
}
