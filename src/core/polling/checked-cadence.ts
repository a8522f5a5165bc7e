import { FleetError } from '../shared/fleet-error.js';
import type { Guard } from '../state/guard.js';
import { cadence, type Cadence } from './cadence.js';

/**
 * Makes a user's cadence safe: where it throws, or gives anything but a number of milliseconds, 0 or more, the default
 * one counts. What it throws is reported each time, and once that it gives something else.
 */
export function createCheckedCadence(custom: Cadence, guard: Guard): Cadence {
  let isReported = false;

  function report(given: unknown): void {
    guard.reportRejection(given);
    if (isReported) return;
    isReported = true;
    guard.report(
      new FleetError('invalid-request', 'configure', REFUSAL, { issues: [{ path: PATH, message: REFUSAL }] }),
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
const REFUSAL = 'the cadence gave no number of milliseconds, 0 or more; the default one counts in its place';

function isInterval(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
