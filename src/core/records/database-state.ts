import type { Database, DatabaseState } from './database.js';

/** Reads a state as a string. Empty, `null` and absent values are `undefined`; numbers and booleans are converted. */
export function readState(record: Database, field: 'state' | 'modifying_state'): string | undefined {
  const value: unknown = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Objects are not converted, since they can have any size and content.
  return '[object]';
}

/**
 * Whether no modification of a database is in progress: its `modifying_state` is empty, `null` or absent.
 *
 * @example
 * ```ts
 * await waitFor(fleet, id, atRest);
 * ```
 * @see api.md, Database record.
 */
export function atRest(record: Database): boolean {
  return readState(record, 'modifying_state') === undefined;
}

/**
 * Returns a predicate that checks the `state` of a database. The state may be a value that api.md does not list.
 *
 * @example
 * ```ts
 * await waitFor(fleet, id, inState('suspended'));
 * ```
 * @see api.md, States and transitions.
 */
export function inState(state: DatabaseState): (record: Database) => boolean {
  return (record) => readState(record, 'state') === state;
}

/**
 * Whether the `state` of a database is `active`. A modification may be in progress at the same time: see `atRest`.
 *
 * @see api.md, States and transitions.
 */
export const isActive: (record: Database) => boolean = inState('active');
