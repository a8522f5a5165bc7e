import type { RateLimit } from '../core/polling/token-bucket.js';
import type { Clock } from '../core/shared/clock.js';

/** Turns of a rate that this member keeps by itself, while it cannot reach the others. */
export function createLocalTurns(clock: Clock) {
  const cancels = new Set<() => void>();
  /** When the last given turn is due, monotonic. The turns of the time since then are free, up to the burst. */
  let lastMs = -Infinity;

  return {
    /** Waits for turns. @returns how many: from 1 to `count` */
    async acquire(count: number, { perSecond, burst }: RateLimit): Promise<number> {
      const intervalMs = 1000 / perSecond;
      const nowMs = clock.monotonic();
      const startMs = Math.max(lastMs, nowMs - burst * intervalMs);
      const granted = Math.max(1, Math.min(count, Math.floor((nowMs - startMs) / intervalMs)));
      lastMs = startMs + granted * intervalMs;
      if (lastMs > nowMs)
        await new Promise<void>((resolve) => {
          const cancel = clock.schedule(() => {
            cancels.delete(cancel);
            resolve();
          }, lastMs - nowMs);
          cancels.add(cancel);
        });
      return granted;
    },
    /** Pending calls of `acquire` never resolve. */
    dispose: () => cancels.forEach((cancel) => cancel()),
  };
}
