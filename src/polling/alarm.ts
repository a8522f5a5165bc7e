import type { Clock } from '../shared/clock.js';

/** One task, at one time at most. */
export interface Alarm {
  /** Has the task run at this monotonic time, and no more at any other; `Infinity`: not at all. */
  set(atMs: number): void;
}

export function createAlarm(clock: Clock, task: () => void): Alarm {
  let armedMs = Infinity;
  let cancel = (): void => {};

  function ring(): void {
    armedMs = Infinity;
    task();
  }

  return {
    set(atMs) {
      if (atMs === armedMs) return;
      cancel();
      armedMs = atMs;
      if (atMs === Infinity) return;
      cancel = clock.schedule(ring, Math.max(0, atMs - clock.monotonic()));
    },
  };
}
