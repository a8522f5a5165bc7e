import type { StoredRecord } from './account.js';

/** How long a new database stays in each `modifying_state`. */
export interface LifecycleTimes {
  /** Milliseconds in `creating`. @default 2000 */
  readonly creatingMs: number;
  /** Milliseconds in `updating`. @default 1000 */
  readonly updatingMs: number;
}

/** What happens next to a database: after a time its `modifying_state` changes. */
export interface LifecycleStep {
  readonly from: string;
  readonly afterMs: number;
  readonly to: string;
}

/** Where a new database begins. */
export const FIRST_STATE = 'creating';

/** Where its lifecycle ends. */
export const AT_REST = '';

/**
 * The next step of a database's lifecycle; `undefined` at rest, and in states that are none of the lifecycle's.
 * `creating`, `updating`, rest is the service's own choice: api.md documents no values of `modifying_state`.
 */
export function nextLifecycleStep(record: StoredRecord, times: LifecycleTimes): LifecycleStep | undefined {
  if (record['modifying_state'] === FIRST_STATE)
    return { from: FIRST_STATE, afterMs: times.creatingMs, to: 'updating' };
  if (record['modifying_state'] === 'updating') return { from: 'updating', afterMs: times.updatingMs, to: AT_REST };
  return undefined;
}
