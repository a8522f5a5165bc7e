import { FleetError, type Operation } from './fleet-error.js';

/** The error of an operation that the caller aborted or that the disposal of the fleet ended. */
export function endedError(code: 'aborted' | 'disposed', operation: Operation): FleetError {
  return new FleetError(code, operation, code === 'aborted' ? 'aborted by the caller' : 'the fleet was disposed of');
}
