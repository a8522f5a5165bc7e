import type { Clock } from '../shared/clock.js';

/** Forgets ids some time after their last use. */
export interface Retention {
  /** Starts the time after which the id is forgotten. */
  start(id: string): void;
  /** Stops that time, because the id is in use again. */
  cancel(id: string): void;
  dispose(): void;
}

export interface RetentionOptions {
  readonly clock: Clock;
  /** How long an unused id is kept, milliseconds; `Infinity`: until `dispose`. */
  readonly retainMs: number;
  readonly forget: (id: string) => void;
}

/** Most ids that one timer forgets: a batch takes a few milliseconds, and other tasks run between two batches. */
const BATCH_SIZE = 1000;

/** Uses at most one timer, whatever the number of ids. */
export function createRetention({ clock, retainMs, forget }: RetentionOptions): Retention {
  /** When each id is forgotten, monotonic. All ids are kept equally long, so the map is in the order of these times. */
  const dueMs = new Map<string, number>();
  let cancelTimer: (() => void) | undefined;
  let isDisposed = false;

  function arm(): void {
    if (cancelTimer !== undefined) return;
    const [first] = dueMs.values();
    if (first === undefined) return;
    cancelTimer = clock.schedule(expire, Math.max(0, first - clock.monotonic()));
  }

  function expire(): void {
    cancelTimer = undefined;
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
      if (isDisposed || retainMs === Infinity) return;
      dueMs.delete(id);
      // Engines store integers inline; a fraction would take one more heap object per id.
      dueMs.set(id, Math.ceil(clock.monotonic() + retainMs));
      arm();
    },
    cancel: (id) => void dueMs.delete(id),
    dispose() {
      isDisposed = true;
      cancelTimer?.();
      dueMs.clear();
    },
  };
}
