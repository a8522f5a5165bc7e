import type { Clock } from '../shared/clock.js';

/** Runs a task at a monotonic time, or earlier if it is set to an earlier time. `Infinity` cancels the timer. */
export type SetAlarm = (atMs: number) => void;

export function createAlarm(clock: Clock, task: () => void): SetAlarm {
  let armedMs = Infinity;
  let cancel = (): void => {};
  return (atMs) => {
    if (atMs === armedMs || (atMs > armedMs && atMs !== Infinity)) return;
    // A timer that has fired needs no cancellation, and in Node a needless one costs time.
    if (armedMs !== Infinity) cancel();
    armedMs = atMs;
    if (atMs === Infinity) return;
    const fire = (): void => {
      armedMs = Infinity;
      task();
    };
    cancel = clock.schedule(fire, Math.max(0, atMs - clock.monotonic()));
  };
}
