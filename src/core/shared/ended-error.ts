import { FleetError, type Operation } from './fleet-error.js';

/** The error of what its caller ended, or the end of the fleet. */
export function endedError(code: 'aborted' | 'disposed', operation: Operation): FleetError {
  return new FleetError(code, operation, code === 'aborted' ? 'aborted by the caller' : 'the fleet was disposed of');
}
