import { createContext, useContext } from 'react';
import { useView, type Readable } from '../../../../bindings/react/index.js';
import type { Clock } from '../../../../index.js';

const TICK_MS = 1000;

/** The current time as a view, Unix milliseconds. All subscribers share one timer. Without subscribers there is none. */
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
      // While there are subscribers, all readers see the time of the last tick.
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

export const NowProvider = NowContext.Provider;

/**
 * Returns the result of a selector for the current time, Unix milliseconds. The component renders when the result
 * changes, at most once a second.
 *
 * @example
 * ```tsx
 * const age = useNow((now) => describeDuration(now - confirmedAt));
 * ```
 */
export function useNow<Selected>(select: (now: number) => Selected): Selected {
  const now = useContext(NowContext);
  if (now === undefined) throw new Error('useNow needs a <NowProvider> above the component.');
  return useView(now, { select });
}
