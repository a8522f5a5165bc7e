import { fullBucket, readyAt, refill, take, type RateLimit } from '../core/polling/token-bucket.js';
import type { Clock } from '../core/shared/clock.js';

interface Waiter {
  readonly count: number;
  readonly limit: RateLimit;
  resolve(count: number): void;
}

/** Turns of a rate that this member keeps by itself, while it cannot reach the others. */
export function createLocalTurns(clock: Clock) {
  const waiters: Waiter[] = [];
  let bucket = fullBucket({ perSecond: 1, burst: 1 }, clock.monotonic());
  let cancel: (() => void) | undefined;

  function proceed(): void {
    cancel?.();
    cancel = undefined;
    for (let waiter = waiters[0]; waiter !== undefined; waiter = waiters[0]) {
      const nowMs = clock.monotonic();
      bucket = refill({ ...bucket, perSecond: waiter.limit.perSecond }, waiter.limit, nowMs);
      const waitMs = readyAt(bucket) - nowMs;
      if (waitMs > 0) return void (cancel = clock.schedule(proceed, waitMs));
      const granted = Math.max(1, Math.min(waiter.count, Math.floor(bucket.tokens)));
      for (let each = 0; each < granted; each++) bucket = take(bucket);
      waiters.shift();
      waiter.resolve(granted);
    }
  }

  return {
    /** Waits for turns. @returns how many: from 1 to `count` */
    acquire: (count: number, limit: RateLimit): Promise<number> =>
      new Promise((resolve) => {
        waiters.push({ count, limit, resolve });
        if (cancel === undefined) proceed();
      }),
    /** Pending calls of `acquire` never resolve. */
    dispose() {
      cancel?.();
      waiters.length = 0;
    },
  };
}
