import type { Clock } from '../shared/clock.js';

/** A clock whose wall time labels records. It notices, whenever this time is read, that the wall clock was set back. */
export interface LabelClock extends Clock {
  /** Notices that the wall clock was set back, if its time was ever read: frameworks that prerender pages refuse a read. */
  check(): void;
}

/** A smaller step may be a correction by time synchronization, or the rounding of a page's clocks. */
const MIN_STEP_MS = 1000;

/**
 * @param onSetBack called with the time now and the size of the step, both in milliseconds. The times that the clock gave
 *   before may be in the future now, so a record that is read now would look older.
 */
export function createLabelClock(clock: Clock, onSetBack: (now: number, byMs: number) => void): LabelClock {
  let offsetMs: number | undefined;

  function now(): number {
    const nowMs = clock.now();
    const currentMs = nowMs - clock.monotonic();
    const byMs = (offsetMs ?? currentMs) - currentMs;
    offsetMs = currentMs;
    if (byMs >= MIN_STEP_MS) onSetBack(nowMs, byMs);
    return nowMs;
  }

  return {
    now,
    monotonic: () => clock.monotonic(),
    schedule: (task, delayMs) => clock.schedule(task, delayMs),
    check() {
      if (offsetMs !== undefined) now();
    },
  };
}
