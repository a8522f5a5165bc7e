import type { Clock } from '../../core/shared/clock.js';
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
function nextLifecycleStep(record: StoredRecord, times: LifecycleTimes): LifecycleStep | undefined {
  if (record['modifying_state'] === FIRST_STATE)
    return { from: FIRST_STATE, afterMs: times.creatingMs, to: 'updating' };
  if (record['modifying_state'] === 'updating') return { from: 'updating', afterMs: times.updatingMs, to: AT_REST };
  return undefined;
}

/** The timers of the databases that are not at rest yet. */
export type Lifecycles = ReturnType<typeof createLifecycles>;

/** Options of {@link createLifecycles}. */
export interface LifecyclesOptions {
  readonly clock: Clock;
  readonly times: LifecycleTimes;
  readonly advance: (id: string, step: LifecycleStep) => void;
}

export function createLifecycles({ clock, times, advance }: LifecyclesOptions) {
  const timers = new Map<string, () => void>();

  const forget = (id: string): void => {
    timers.get(id)?.();
    timers.delete(id);
  };

  return {
    /** Schedules the next step of a database, and cancels its previous timer. */
    follow(id: string, record: StoredRecord) {
      forget(id);
      const step = nextLifecycleStep(record, times);
      if (step === undefined) return;
      const due = (): void => {
        timers.delete(id);
        advance(id, step);
      };
      timers.set(id, clock.schedule(due, step.afterMs));
    },
    /** Cancels the timer of one database, or of all. */
    forget(id?: string) {
      for (const known of id === undefined ? [...timers.keys()] : [id]) forget(known);
    },
  };
}
