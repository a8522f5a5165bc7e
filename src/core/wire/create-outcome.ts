import { FleetError } from '../shared/fleet-error.js';
import { BEFORE_SENDING, ConnectionFailure } from './connection-failure.js';

/** The error of a create that was passed to fetch: `outcome-unknown`, unless the service certainly created nothing. */
export function createOutcome(error: FleetError, failure: unknown): FleetError {
  return isOutcomeKnown(error, failure) ? error : outcomeUnknown(error);
}

/** Whether the service certainly created nothing. */
function isOutcomeKnown({ status }: FleetError, failure: unknown): boolean {
  const wasRefused = status !== undefined && status >= 400 && status < 500 && status !== 408;
  return wasRefused || (failure instanceof ConnectionFailure && isBeforeSending(failure));
}

/** Converts the failure of a create that may have taken effect. */
function outcomeUnknown({ code, operation, status, retryAfterMs }: FleetError): FleetError {
  const because = status === undefined ? code : `${code}, status ${status}`;
  const message = `the request was sent, and it is unknown whether it took effect (${because})`;
  return new FleetError('outcome-unknown', operation, message, { status, retryAfterMs });
}

/** A route that is lost later on gives the same codes, from `read` or `write`. */
function isBeforeSending({ code, syscall }: ConnectionFailure): boolean {
  return BEFORE_SENDING.has(code ?? '') && syscall !== 'read' && syscall !== 'write';
}
