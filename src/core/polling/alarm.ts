import type { Clock } from '../shared/clock.js';

/** One task, at one time. */
export interface Alarm {
  /**
   * Has the task run at this monotonic time at the latest; `Infinity`: not at all. It may run earlier, as it was set
   * before: to set it later costs nothing that way, and a task that looks at the time sets it again.
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
      // One that rang is over: Node would take its timer out of lists all the same.
      if (armedMs !== Infinity) cancel();
      armedMs = atMs;
      if (atMs !== Infinity) cancel = clock.schedule(ring, Math.max(0, atMs - clock.monotonic()));
    },
  };
}
