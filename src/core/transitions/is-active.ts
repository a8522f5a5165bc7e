import { inState } from './in-state.js';
import type { Database } from '../api/database.js';

/**
 * Whether a database's `state` is `active`. A change of it may be in progress all the same: see `atRest`.
 *
 * @example
 * ```ts
 * await fleet.databases.waitFor(id, (record) => isActive(record) && atRest(record));
 * ```
 * @see api.md, States and transitions.
 */
export const isActive: (record: Database) => boolean = inState('active');
