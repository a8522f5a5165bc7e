import { FleetError, type FleetErrorCode } from '../shared/fleet-error.js';
import type { Entry } from '../state/entry.js';

/** What passes by itself, as the table of FleetError's codes has it. */
const PASSING: ReadonlySet<FleetErrorCode> = new Set([
  'unavailable',
  'timeout',
  'rate-limited',
  'bad-response',
  'aborted',
]);

/**
 * Says why it is of no use to wait for an entry to change, if so. An error from before the wait does not count: the
 * credentials may be others by now.
 *
 * @param isAnswer whether the entry is made of an answer that came during the wait.
 */
export function finalFailureOf<R>({ status, fetching, error }: Entry<R>, isAnswer: boolean): FleetError | undefined {
  if (status === 'missing' && !fetching)
    return error?.code === 'not-found' ? error : new FleetError('not-found', 'get-database', 'it was missing before');
  return isAnswer && error !== undefined && !PASSING.has(error.code) ? error : undefined;
}
