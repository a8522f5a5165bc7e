import { useEffect, useState } from 'react';
import type { Clock } from '../../core/shared/clock.js';

const TICK_MS = 1000;

/** The time, Unix milliseconds. Draws again once a second: what counts down counts in seconds. */
export function useNow(clock: Clock): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      setTicks((ticks) => ticks + 1);
      cancel = clock.schedule(tick, TICK_MS);
    };
    cancel = clock.schedule(tick, TICK_MS);
    return () => cancel();
  }, [clock]);
  return clock.now();
}
