import type { Clock } from '../shared/clock.js';

/** A timer for one task, which can be set again. */
export interface Alarm {
  /**
   * Runs the task at this monotonic time or earlier; `Infinity` cancels it. Setting a later time keeps the armed timer,
   * which is cheap. The task must therefore check the time, and set the alarm again if it ran too early.
   */
  set(atMs: number): void;
}

export function createAlarm(clock: Clock, task: () => void): Alarm {
  let armedMs = Infinity;
  let cancel: () => void;

  function ring(): void {
    armedMs = Infinity;
    task();
  }

  return {
    set(atMs) {
      if (atMs === armedMs || (atMs > armedMs && atMs !== Infinity)) return;
      // A timer that has fired needs no cancellation, and in Node a needless one costs time.
      if (armedMs !== Infinity) cancel();
      armedMs = atMs;
      if (atMs !== Infinity) cancel = clock.schedule(ring, Math.max(0, atMs - clock.monotonic()));
    },
  };
}
