import { FleetError } from '../shared/fleet-error.js';
import type { Guard } from '../store/guard.js';
import { cadence, type Cadence } from './cadence.js';

/**
 * Wraps a user's cadence. If it throws or returns an invalid interval, the default cadence is used. Each exception is
 * reported; an invalid interval is reported once.
 */
export function createCheckedCadence(custom: Cadence, guard: Guard): Cadence {
  let isReported = false;

  function report(returned: unknown): void {
    guard.reportRejection(returned);
    if (isReported) return;
    isReported = true;
    guard.report(
      new FleetError('invalid-request', 'configure', MESSAGE, { issues: [{ path: PATH, message: MESSAGE }] }),
    );
  }

  return (facts) => {
    try {
      const intervalMs = custom(facts);
      if (isInterval(intervalMs)) return intervalMs;
      report(intervalMs);
    } catch (error) {
      guard.report(error);
    }
    return cadence(facts);
  };
}

const PATH = 'polling.cadence';
const MESSAGE = 'the cadence must return a number of milliseconds, 0 or more; the default cadence is used instead';

function isInterval(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
