import { createContext, useContext } from 'react';
import { useView, type Readable } from '../../../../bindings/react/index.js';
import type { Clock } from '../../../../index.js';
import { createWritable } from './writable.js';

const TICK_MS = 1000;

/** The current time as a view, Unix milliseconds. All subscribers share one timer. Without subscribers there is none. */
export function createNow(clock: Clock): Readable<number> {
  let cancel: (() => void) | undefined;
  function tick(): void {
    cancel = clock.schedule(tick, TICK_MS);
    now.set(clock.now());
  }
  const now = createWritable(clock.now(), () => {
    tick();
    return () => {
      cancel?.();
      cancel = undefined;
    };
  });
  return {
    get value() {
      // While there are subscribers, all readers see the time of the last tick.
      if (cancel === undefined) now.set(clock.now());
      return now.value;
    },
    subscribe: now.subscribe,
  };
}

const NowContext = createContext<Readable<number> | undefined>(undefined);

export const NowProvider = NowContext.Provider;

/**
 * Returns the result of a selector for the current time, Unix milliseconds. The component renders when the result
 * changes, at most once a second.
 */
export function useNow<Selected>(select: (now: number) => Selected): Selected {
  const now = useContext(NowContext);
  if (now === undefined) throw new Error('useNow needs a <NowProvider> above the component.');
  return useView(now, { select });
}
