import { hasMethods } from '../../core/shared/has-methods.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import type { History } from './history.js';

/** Whether a value is a history. */
export const isHistory = hasMethods('column', 'row', 'rows') as (value: unknown) => value is History;

/** @throws FleetError `invalid-request` if a value is not a history */
export function refuseOtherThanHistory(value: unknown): asserts value is History {
  if (isHistory(value)) return;
  const message = 'expected a history, as of capture, historyOf, generateHistory or loadHistory';
  throw invalidRequest('configure', [{ path: 'history', message }]);
}
