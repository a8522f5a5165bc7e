import type { Database } from '../api/database.js';
import type { TransitionField } from './transition.js';

/**
 * Reads `state` or `modifying_state` as a string, also if the value has another type. Empty, `null` and absent values are
 * `undefined`; numbers and booleans are converted.
 */
export function readState(record: Database, field: TransitionField): string | undefined {
  const value: unknown = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Objects are not converted, since they can have any size and content.
  return '[object]';
}
