import { systemClock, type Clock } from '../../src/index.js';

/** How many times faster than real time. */
const PACE = 20;

/** A clock for what a program does every few seconds: its timers run faster than those of the platform. */
export const quickClock: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * PACE,
  schedule: (task, delayMs) => systemClock.schedule(task, delayMs / PACE),
};
