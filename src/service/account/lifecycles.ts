import type { Clock } from '../../core/shared/clock.js';
import type { StoredRecord } from './stored-record.js';
import { nextLifecycleStep, type LifecycleStep, type LifecycleTimes } from './lifecycle.js';

/** The timers of the databases that are not at rest yet. */
export interface Lifecycles {
  /** Schedules the next step of a database, and cancels its previous timer. */
  follow(id: string, record: StoredRecord): void;
  /** Cancels the timer of one database, or of all. */
  forget(id?: string): void;
}

/** Options of {@link createLifecycles}. */
export interface LifecyclesOptions {
  readonly clock: Clock;
  readonly times: LifecycleTimes;
  /** Carries out a due step. */
  readonly advance: (id: string, step: LifecycleStep) => void;
}

/** Creates the lifecycle timers of an account. */
export function createLifecycles({ clock, times, advance }: LifecyclesOptions): Lifecycles {
  const timers = new Map<string, () => void>();

  const forget = (id: string): void => {
    timers.get(id)?.();
    timers.delete(id);
  };

  return {
    follow(id, record) {
      forget(id);
      const step = nextLifecycleStep(record, times);
      if (step === undefined) return;
      const due = (): void => {
        timers.delete(id);
        advance(id, step);
      };
      timers.set(id, clock.schedule(due, step.afterMs));
    },
    forget(id) {
      for (const known of id === undefined ? [...timers.keys()] : [id]) forget(known);
    },
  };
}
