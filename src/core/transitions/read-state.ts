import type { Database } from '../api/database.js';
import type { TransitionField } from './transition.js';

/**
 * Reads `state` or `modifying_state` as a text, whatever the service sent: empty, `null` and absent are `undefined`,
 * numbers and booleans are written out.
 */
export function readState(record: Database, field: TransitionField): string | undefined {
  const value: unknown = record[field];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  // Not looked into: it can be of any size, and hold anything.
  return '[object]';
}
