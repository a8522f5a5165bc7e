import type { Clock } from '../../core/shared/clock.js';
import type { Observation } from './scenario-event.js';

/** The observations so far, in order, and a way to wait for the next. */
export interface Observations {
  readonly all: readonly Observation[];
  add(observation: Observation): void;
  /**
   * Waits for an observation that matches, at the position `from` or later.
   *
   * @returns `undefined` after the deadline.
   * @throws the signal's reason
   */
  next(matches: (observation: Observation) => boolean, wait: ObservationWait): Promise<Observation | undefined>;
}

export interface ObservationWait {
  readonly from: number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

export function createObservations(clock: Clock): Observations {
  const all: Observation[] = [];
  const listeners = new Set<() => void>();

  return {
    all,
    add(observation) {
      all.push(observation);
      for (const listener of listeners) listener();
    },
    next: (matches, { from, deadlineMs, signal }) =>
      new Promise((resolve, reject) => {
        const found = (): Observation | undefined => all.slice(from).find(matches);
        const end = (): void => {
          cancel();
          listeners.delete(look);
          signal.removeEventListener('abort', end);
          if (signal.aborted) reject(signal.reason);
          else resolve(found());
        };
        const look = (): void => (found() === undefined ? undefined : end());
        const cancel = clock.schedule(end, deadlineMs);
        listeners.add(look);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
        else look();
      }),
  };
}
