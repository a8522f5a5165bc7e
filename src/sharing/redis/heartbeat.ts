import type { Clock } from '../../core/shared/clock.js';

/** The interval of heartbeats. Four fit in the time of a lock. */
const BEAT_MS = 200;

/** Calls `beat` at a regular interval, never twice at the same time. `beat` must not reject. */
export function createHeartbeat(clock: Clock, beat: () => Promise<void>) {
  let current: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;
  let cancel: (() => void) | undefined;

  async function run(): Promise<void> {
    isAgain = false;
    await beat();
    current = undefined;
    if (!isStopped) cancel = clock.schedule(now, isAgain ? 0 : BEAT_MS);
  }

  /** Beats at once, or again when the current beat has ended. */
  function now(): void {
    cancel?.();
    isAgain = true;
    if (!isStopped) current ??= run();
  }

  return {
    now,
    /** Resolves when the current beat has ended. */
    async stop() {
      isStopped = true;
      cancel?.();
      await current;
    },
  };
}
