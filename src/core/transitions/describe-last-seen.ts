import type { Database } from '../api/database.js';
import type { Entry } from '../state/entry.js';
import { readState } from './read-state.js';
import { transitionFields } from './transition.js';

/** Looks like the name of a state: an error shows nothing else that a service sent. */
const NAME = /^(?=.{1,40}$)[a-z]+(?:[ _-][a-z]+)*$/i;

/** Says for people what an entry was when it was last looked at. */
export function describeLastSeen({ record, status, confirmedAt, error }: Entry<Database>, nowMs: number): string {
  const age = confirmedAt === undefined ? '' : `, confirmed ${nowMs - confirmedAt} ms ago`;
  const seen =
    record === undefined
      ? `saw no record (${status})`
      : `last saw ${transitionFields.map((field) => `${field} ${name(readState(record, field))}`).join(', ')} (${status}${age})`;
  return error === undefined ? seen : `${seen}; last failure: ${error.code}`;
}

function name(value: string | undefined): string {
  if (value === undefined) return 'empty';
  return NAME.test(value) ? value : 'with a value that is no name';
}
