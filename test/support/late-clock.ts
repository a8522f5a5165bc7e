import type { Clock } from '../../src/core/shared/clock.js';

/** A clock whose tasks come late, as they do while something else keeps the processor busy. */
export function createLateClock(clock: Clock) {
  let lateMs = 0;
  return {
    now: () => clock.now() + lateMs,
    monotonic: () => clock.monotonic() + lateMs,
    schedule: (task: () => void, delayMs: number) => clock.schedule(task, delayMs),
    /** Advances the time without running tasks. */
    pass: (ms: number) => void (lateMs += ms),
  };
}
