import type { Clock } from '../../src/core/shared/clock.js';

/** A clock whose timers wait while its page or its machine is frozen. Its time goes on. */
export function createFreezableClock(clock: Clock) {
  let isFrozen = false;
  let overdue: (() => void)[] = [];
  const frozen: Clock = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    schedule(task, delayMs) {
      let isCancelled = false;
      const run = (): void => {
        if (!isCancelled) task();
      };
      const cancel = clock.schedule(() => (isFrozen ? void overdue.push(run) : run()), delayMs);
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
  return {
    clock: frozen,
    freeze: () => void (isFrozen = true),
    /** Runs the timers that are overdue. */
    resume() {
      isFrozen = false;
      const tasks = overdue;
      overdue = [];
      for (const task of tasks) task();
    },
  };
}
