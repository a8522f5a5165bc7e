import type { Clock } from '../shared/clock.js';

/** Lets go, after a time, of what nobody asks about any more. */
export interface Retention {
  /** Nobody asks about it now. */
  leave(id: string): void;
  /** Somebody asks again. */
  keep(id: string): void;
  dispose(): void;
}

export interface RetentionOptions {
  readonly clock: Clock;
  /** How long it is kept, milliseconds. `Infinity`: for good. */
  readonly retainMs: number;
  readonly forget: (id: string) => void;
}

/** However many go at the same time, others have their turn between them: this takes a few milliseconds. */
const MOST_AT_ONCE = 1000;

/** Makes a retention with at most one timer, whatever the number of ids. */
export function createRetention({ clock, retainMs, forget }: RetentionOptions): Retention {
  /** When each is due to go, monotonic. All are kept equally long, so the first that came is the first to go. */
  const dueMs = new Map<string, number>();
  let cancel: (() => void) | undefined;
  let isDisposed = false;

  function arm(): void {
    if (cancel !== undefined) return;
    const [first] = dueMs.values();
    if (first === undefined) return;
    cancel = clock.schedule(expire, Math.max(0, first - clock.monotonic()));
  }

  function expire(): void {
    cancel = undefined;
    let left = MOST_AT_ONCE;
    for (const [id, due] of dueMs) {
      if (due > clock.monotonic() || left-- === 0) break;
      dueMs.delete(id);
      forget(id);
    }
    arm();
  }

  return {
    leave(id) {
      if (isDisposed || retainMs === Infinity) return;
      dueMs.delete(id);
      // Whole numbers are kept in place; a fraction would be an object more for each id.
      dueMs.set(id, Math.ceil(clock.monotonic() + retainMs));
      arm();
    },
    keep: (id) => void dueMs.delete(id),
    dispose() {
      isDisposed = true;
      cancel?.();
      dueMs.clear();
    },
  };
}
