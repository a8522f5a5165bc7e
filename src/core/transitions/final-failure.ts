import type { FleetError, FleetErrorCode } from '../shared/fleet-error.js';
import type { Entry } from '../state/entry.js';

/** What passes by itself, as the table of FleetError's codes has it. */
const PASSING: ReadonlySet<FleetErrorCode> = new Set([
  'unavailable',
  'timeout',
  'rate-limited',
  'bad-response',
  'aborted',
]);

/** Gives the error of an entry if waiting for the entry to change is of no use. */
export function finalFailureOf<R>({ error }: Entry<R>): FleetError | undefined {
  return error === undefined || PASSING.has(error.code) ? undefined : error;
}
