import type { Clock } from '../shared/clock.js';

export interface RetentionOptions {
  readonly clock: Clock;
  /** `Infinity`: until `dispose`. */
  readonly retainMs: number;
  readonly forget: (id: string) => void;
}

/** One timer forgets at most this many ids, which takes a few milliseconds. */
const BATCH_SIZE = 1000;

export class Retention {
  readonly #options: RetentionOptions;
  /** When each id is forgotten, monotonic, in this order: all are kept equally long. */
  readonly #dueMs = new Map<string, number>();
  #cancelTimer: (() => void) | undefined;
  #isDisposed = false;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  start(id: string): void {
    const { clock, retainMs } = this.#options;
    if (this.#isDisposed || retainMs === Infinity) return;
    this.#dueMs.delete(id);
    // Engines store integers inline; a fraction would take one more heap object per id.
    this.#dueMs.set(id, Math.ceil(clock.monotonic() + retainMs));
    this.#arm();
  }

  /** The id is in use again. */
  cancel(id: string): void {
    this.#dueMs.delete(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancelTimer?.();
    this.#dueMs.clear();
  }

  #arm(): void {
    const { clock } = this.#options;
    const [first] = this.#dueMs.values();
    if (this.#cancelTimer !== undefined || first === undefined) return;
    this.#cancelTimer = clock.schedule(() => this.#expire(), Math.max(0, first - clock.monotonic()));
  }

  #expire(): void {
    const { clock, forget } = this.#options;
    this.#cancelTimer = undefined;
    let left = BATCH_SIZE;
    for (const [id, due] of this.#dueMs) {
      if (due > clock.monotonic() || left-- === 0) break;
      this.#dueMs.delete(id);
      forget(id);
    }
    this.#arm();
  }
}
