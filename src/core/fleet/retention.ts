import { Alarm } from '../polling/alarm.js';
import type { Clock } from '../shared/clock.js';

/** One timer forgets at most this many ids, which takes a few milliseconds. */
const BATCH_SIZE = 1000;

export class Retention {
  readonly #clock: Clock;
  readonly #retainMs: number;
  readonly #forget: (id: string) => void;
  readonly #alarm: Alarm;
  /** When each id is forgotten, monotonic, in this order: all are kept equally long. */
  readonly #dueMs = new Map<string, number>();
  #isDisposed = false;

  /** @param retainMs `Infinity`: until `dispose` */
  constructor(clock: Clock, retainMs: number, forget: (id: string) => void) {
    this.#clock = clock;
    this.#retainMs = retainMs;
    this.#forget = forget;
    this.#alarm = new Alarm(clock, () => this.#expire());
  }

  start(id: string): void {
    if (this.#isDisposed || this.#retainMs === Infinity) return;
    this.#dueMs.delete(id);
    // Engines store integers inline; a fraction would take one more heap object per id.
    this.#dueMs.set(id, Math.ceil(this.#clock.monotonic() + this.#retainMs));
    this.#arm();
  }

  /** The id is in use again. */
  cancel(id: string): void {
    this.#dueMs.delete(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(Infinity);
    this.#dueMs.clear();
  }

  #arm(): void {
    const [first] = this.#dueMs.values();
    if (first !== undefined) this.#alarm.set(first);
  }

  #expire(): void {
    let left = BATCH_SIZE;
    for (const [id, due] of this.#dueMs) {
      if (due > this.#clock.monotonic() || left-- === 0) break;
      this.#dueMs.delete(id);
      this.#forget(id);
    }
    this.#arm();
  }
}
