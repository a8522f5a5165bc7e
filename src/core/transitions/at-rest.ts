import type { Database } from '../api/database.js';
import { readState } from './read-state.js';

/**
 * Whether no modification of a database is in progress: its `modifying_state` is empty, `null` or absent.
 *
 * @example
 * ```ts
 * await fleet.databases.waitFor(id, atRest);
 * ```
 * @see api.md, Database record.
 */
export function atRest(record: Database): boolean {
  return readState(record, 'modifying_state') === undefined;
}
