import { createAlarm } from '../polling/alarm.js';
import type { Clock } from '../shared/clock.js';

/** One timer forgets at most this many ids, which takes a few milliseconds. */
const BATCH_SIZE = 1000;

/** Long enough to show an error, and for a suspended component to subscribe. A later visit sends a new request. */
export const RETAIN_LEAST_MS = 5000;

export type Retention = ReturnType<typeof createRetention>;

/** Calls `forget` for each id some time after `start`. @param retainMs `Infinity`: never */
export function createRetention(clock: Clock, retainMs: number, forget: (id: string) => void) {
  /** When each id is forgotten, monotonic, in this order: all are kept equally long. */
  const dueMs = new Map<string, number>();
  const setAlarm = createAlarm(clock, expire);
  let leftMs = retainMs;

  function arm(): void {
    const [first = Infinity] = dueMs.values();
    setAlarm(first);
  }

  function expire(): void {
    let left = BATCH_SIZE;
    for (const [id, due] of dueMs) {
      if (due > clock.monotonic() || left-- === 0) break;
      dueMs.delete(id);
      forget(id);
    }
    arm();
  }

  return {
    start(id: string): void {
      if (leftMs === Infinity) return;
      dueMs.delete(id);
      // Engines store integers inline; a fraction would take one more heap object per id.
      dueMs.set(id, Math.ceil(clock.monotonic() + leftMs));
      arm();
    },
    /** To be called when the id is in use again. */
    cancel: (id: string): void => void dueMs.delete(id),
    has: (id: string): boolean => dueMs.has(id),
    dispose(): void {
      leftMs = Infinity;
      dueMs.clear();
      arm();
    },
  };
}
