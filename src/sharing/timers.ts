import type { Clock } from '../core/shared/clock.js';

/** Timers by name: each name has at most one. */
export function createTimers(clock: Clock) {
  const cancels = new Map<string, () => void>();

  function cancel(name: string): void {
    cancels.get(name)?.();
    cancels.delete(name);
  }

  return {
    /** Runs a task once after a delay, unless a task of this name waits already. */
    set(name: string, delayMs: number, task: () => void) {
      if (cancels.has(name)) return;
      const run = (): void => {
        cancels.delete(name);
        task();
      };
      cancels.set(name, clock.schedule(run, delayMs));
    },
    cancel,
    dispose: () => [...cancels.keys()].forEach(cancel),
  };
}
