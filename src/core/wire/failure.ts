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
