import type { Clock } from '../../src/core/shared/clock.js';

/** A clock whose tasks come late, as they do while something else keeps the processor busy. */
export interface LateClock extends Clock {
  /** Advances the time without running tasks. */
  pass(ms: number): void;
}

export function createLateClock(clock: Clock): LateClock {
  let lateMs = 0;
  return {
    now: () => clock.now() + lateMs,
    monotonic: () => clock.monotonic() + lateMs,
    schedule: (task, delayMs) => clock.schedule(task, delayMs),
    pass: (ms) => void (lateMs += ms),
  };
}
