import type { Database, DatabaseState } from '../api/database.js';
import { readState } from './read-state.js';

/**
 * Returns a predicate that checks the `state` of a database. The state may be a value that api.md does not list.
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
