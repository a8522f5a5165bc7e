import { createContext, useContext } from 'react';
import { useView, type Readable } from '../../../../bindings/react/index.js';
import type { Clock } from '../../../../index.js';

const TICK_MS = 1000;

/** The time as a view, Unix milliseconds: one timer, whoever looks; none while nobody does. */
export function createNow(clock: Clock): Readable<number> {
  const listeners = new Set<(now: number) => void>();
  let now = clock.now();
  let cancel = (): void => {};

  function arm(): void {
    cancel = clock.schedule(() => {
      arm();
      now = clock.now();
      for (const listener of listeners) listener(now);
    }, TICK_MS);
  }

  return {
    get value() {
      // Nobody else reads the clock then; while somebody subscribes all see the same time.
      if (listeners.size === 0) now = clock.now();
      return now;
    },
    subscribe(next) {
      const listener = (at: number): void => next(at);
      if (listeners.size === 0) arm();
      listeners.add(listener);
      next(now);
      return {
        unsubscribe() {
          if (listeners.delete(listener) && listeners.size === 0) cancel();
        },
      };
    },
  };
}

const NowContext = createContext<Readable<number> | undefined>(undefined);

/** Gives the time to the components below. */
export const NowProvider = NowContext.Provider;

/**
 * What a function makes of the time, Unix milliseconds: the component renders when that changes, once a second at most.
 *
 * @example
 * ```tsx
 * const age = useNow((now) => describeDuration(now - confirmedAt));
 * ```
 */
export function useNow<Selected>(selector: (now: number) => Selected): Selected {
  const now = useContext(NowContext);
  if (now === undefined) throw new Error('There is no <NowProvider> above this component.');
  return useView(now, selector);
}
