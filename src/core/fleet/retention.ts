import { Alarm } from '../polling/alarm.js';
import type { Clock } from '../shared/clock.js';

/** One timer forgets at most this many ids, which takes a few milliseconds. */
const BATCH_SIZE = 1000;

export interface Retention {
  start(id: string): void;
  /** The id is in use again. */
  cancel(id: string): void;
  dispose(): void;
}

/** Calls `forget` for each id some time after `start`. @param retainMs `Infinity`: never */
export function createRetention(clock: Clock, retainMs: number, forget: (id: string) => void): Retention {
  /** When each id is forgotten, monotonic, in this order: all are kept equally long. */
  const dueMs = new Map<string, number>();
  const alarm = new Alarm(clock, expire);
  let leftMs = retainMs;

  function arm(): void {
    const [first = Infinity] = dueMs.values();
    alarm.set(first);
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
    start(id) {
      if (leftMs === Infinity) return;
      dueMs.delete(id);
      // Engines store integers inline; a fraction would take one more heap object per id.
      dueMs.set(id, Math.ceil(clock.monotonic() + leftMs));
      arm();
    },
    cancel: (id) => void dueMs.delete(id),
    dispose() {
      leftMs = Infinity;
      dueMs.clear();
      arm();
    },
  };
}
