import type { Clock } from '../shared/clock.js';

/** Called when the wall clock was set back: times that it gave before may be in the future now. */
export type SetBackListener = (now: number, byMs: number) => void;

/** A smaller step may be a correction by time synchronization, or the rounding of a page's clocks. */
const MIN_STEP_MS = 1000;

/** A clock whose wall time labels records. Each read notices that the wall clock was set back. */
export class LabelClock implements Clock {
  readonly #clock: Clock;
  readonly #listeners: SetBackListener[] = [];
  /** Absent until the time is read: frameworks that prerender pages refuse a read. */
  #offsetMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    const nowMs = this.#clock.now();
    const currentMs = nowMs - this.#clock.monotonic();
    const byMs = (this.#offsetMs ?? currentMs) - currentMs;
    this.#offsetMs = currentMs;
    if (byMs >= MIN_STEP_MS) for (const listener of this.#listeners) listener(nowMs, byMs);
    return nowMs;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  schedule(task: () => void, delayMs: number): () => void {
    return this.#clock.schedule(task, delayMs);
  }

  check(): void {
    if (this.#offsetMs !== undefined) this.now();
  }

  onSetBack(listener: SetBackListener): void {
    this.#listeners.push(listener);
  }
}
