import type { Clock } from '../../core/shared/clock.js';
import type { StoredRecord } from './account.js';
import { nextLifecycleStep, type LifecycleStep, type LifecycleTimes } from './lifecycle.js';

/** The timers of the databases that are on their way to rest. */
export interface Lifecycles {
  /** Waits for the next step of a database; what it waited for until now is forgotten. */
  follow(id: string, record: StoredRecord): void;
  /** Forgets one database, or all. */
  forget(id?: string): void;
}

/** What the timers need. */
export interface LifecyclesOptions {
  readonly clock: Clock;
  readonly times: LifecycleTimes;
  /** Carries out a step that has fallen due. */
  readonly advance: (id: string, step: LifecycleStep) => void;
}

/** Makes the timers of an account; there are none at first. */
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
