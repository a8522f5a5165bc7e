import { inState } from './in-state.js';
import type { Database } from '../api/database.js';

/**
 * Whether the `state` of a database is `active`. A modification may be in progress at the same time: see `atRest`.
 *
 * @example
 * ```ts
 * await fleet.databases.waitFor(id, (record) => isActive(record) && atRest(record));
 * ```
 * @see api.md, States and transitions.
 */
export const isActive: (record: Database) => boolean = inState('active');
