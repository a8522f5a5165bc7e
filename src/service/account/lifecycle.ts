import type { StoredRecord } from './stored-record.js';

/** How long a new database stays in each `modifying_state`. */
export interface LifecycleTimes {
  /** Milliseconds in `creating`. @default 2000 */
  readonly creatingMs: number;
  /** Milliseconds in `updating`. @default 1000 */
  readonly updatingMs: number;
}

/** The next change of a database's `modifying_state`. */
export interface LifecycleStep {
  readonly from: string;
  readonly afterMs: number;
  readonly to: string;
}

/** The `modifying_state` of a new database. */
export const FIRST_STATE = 'creating';

/** The `modifying_state` at the end of the lifecycle. */
export const AT_REST = '';

/**
 * Returns the next step of a database's lifecycle, or `undefined` at rest and in states outside the lifecycle. The
 * lifecycle `creating`, `updating`, rest is the service's own choice: api.md documents no values of `modifying_state`.
 */
export function nextLifecycleStep(record: StoredRecord, times: LifecycleTimes): LifecycleStep | undefined {
  if (record['modifying_state'] === FIRST_STATE)
    return { from: FIRST_STATE, afterMs: times.creatingMs, to: 'updating' };
  if (record['modifying_state'] === 'updating') return { from: 'updating', afterMs: times.updatingMs, to: AT_REST };
  return undefined;
}
