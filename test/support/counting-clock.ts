import type { Clock } from '../../src/core/shared/clock.js';

export function createCountingClock(clock: Clock) {
  let armed = 0;
  let mostArmed = 0;
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule(task: () => void, delayMs: number) {
      let isArmed = true;
      mostArmed = Math.max(mostArmed, (armed += 1));
      const disarm = (): void => {
        if (isArmed) armed -= 1;
        isArmed = false;
      };
      const cancel = clock.schedule(() => {
        disarm();
        task();
      }, delayMs);
      return () => {
        disarm();
        cancel();
      };
    },
    get armed() {
      return armed;
    },
    /** The maximum number of timers that were armed at once. */
    get mostArmed() {
      return mostArmed;
    },
  };
}
