import type { Clock } from '../shared/clock.js';

export class Alarm {
  readonly #clock: Clock;
  readonly #task: () => void;
  #armedMs = Infinity;
  #cancel = (): void => {};

  constructor(clock: Clock, task: () => void) {
    this.#clock = clock;
    this.#task = task;
  }

  /** Runs the task at a monotonic time, or earlier if the timer is set to an earlier time. `Infinity` cancels the timer. */
  set(atMs: number): void {
    if (atMs === this.#armedMs || (atMs > this.#armedMs && atMs !== Infinity)) return;
    // A timer that has fired needs no cancellation, and in Node a needless one costs time.
    if (this.#armedMs !== Infinity) this.#cancel();
    this.#armedMs = atMs;
    if (atMs === Infinity) return;
    this.#cancel = this.#clock.schedule(
      () => {
        this.#armedMs = Infinity;
        this.#task();
      },
      Math.max(0, atMs - this.#clock.monotonic()),
    );
  }
}
