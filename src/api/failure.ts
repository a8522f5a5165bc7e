import { FleetError, type Operation } from '../shared/fleet-error.js';
import { Interruption } from './deadline.js';
import { UnusableAnswer } from './unusable-answer.js';

/** Turns whatever ended a request into a FleetError, from facts that are known to be harmless only. */
export function describeFailure(failure: unknown, operation: Operation, timeoutMs: number): FleetError {
  if (failure instanceof FleetError) return failure;
  if (failure instanceof UnusableAnswer) return new FleetError('bad-response', operation, failure.message);
  if (failure instanceof Interruption) {
    const message = failure.reason === 'timeout' ? `no complete answer within ${timeoutMs} ms` : 'aborted by the caller';
    return new FleetError(failure.reason, operation, message);
  }
  // Anything else is fetch's own failure. Its message and its properties may hold the request, key included.
  const code = systemCode(failure);
  return new FleetError('unavailable', operation, code === undefined ? 'the connection failed' : `the connection failed (${code})`);
}

/** Whether a request that changes something certainly did not take effect, although it was handed to fetch. */
export function isOutcomeKnown(error: FleetError, failure: unknown): boolean {
  const wasRefused = error.status !== undefined && error.status >= 400 && error.status < 500 && error.status !== 408;
  return wasRefused || NEVER_SENT.has(systemCode(failure) ?? '');
}

/** The same failure, of a request that may have taken effect. */
export function outcomeUnknown({ code, operation, status, retryAfterMs }: FleetError): FleetError {
  const because = status === undefined ? code : `${code}, status ${status}`;
  const message = `it was sent, and whether it took effect cannot be known (${because})`;
  return new FleetError('outcome-unknown', operation, message, { status, retryAfterMs });
}

/** Codes of failures that come before the request: nobody can have acted on it. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Fetch wraps the error of the socket, ofetch wraps that of fetch. */
const MAX_CAUSES = 5;

/** The system's code of a failed connection, such as `ECONNREFUSED`; browsers tell none. */
function systemCode(failure: unknown): string | undefined {
  let error = failure;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code;
    error = error.cause;
  }
  return undefined;
}
