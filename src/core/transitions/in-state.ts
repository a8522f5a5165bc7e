import type { Database, DatabaseState } from '../api/database.js';
import { readState } from './read-state.js';

/**
 * Makes a predicate that says whether a database is in a state, be it one that api.md does not know.
 *
 * @example
 * ```ts
 * await fleet.databases.waitFor(id, inState('suspended'));
 * ```
 * @see api.md, States and transitions.
 */
export function inState(state: DatabaseState): (record: Database) => boolean {
  return (record) => readState(record, 'state') === state;
}
