import type { Clock } from '../shared/clock.js';

/** A smaller jump forward is a correction by time synchronization, not sleep. */
const MIN_SLEEP_MS = 10_000;

/** A smaller step back may be such a correction, or the rounding of a page's clocks. */
const MIN_STEP_BACK_MS = 1000;

/** Sleep is detected at most this long after it ends. Some timers stop during sleep. */
const CHECK_PERIOD_MS = 30_000;

/** A shorter time that is left comes from rounding. A virtual clock stands still while tasks run: it never passes. */
const ROUNDING_MS = 1e-3;

/** The clock of a fleet. Changes of the wall clock do not affect its monotonic time; each read of the wall time notices them. */
export class FleetClock implements Clock {
  /**
   * Its monotonic time includes sleep, which some platforms leave out. Sleep shows as a jump of the wall clock, so setting
   * the wall clock forward counts as sleep too.
   */
  readonly corrected: Clock;
  readonly #clock: Clock;
  readonly #onSetBack: (now: number, byMs: number) => void;
  /** Absent until the time is read: frameworks that prerender pages refuse a read. */
  #offsetMs: number | undefined;
  #sleptMs = 0;

  /** @param onSetBack called when the wall clock was set back: times that it gave before may be in the future now */
  constructor(clock: Clock, onSetBack: (now: number, byMs: number) => void = () => {}) {
    this.#clock = clock;
    this.#onSetBack = onSetBack;
    this.corrected = {
      now: () => this.now(),
      monotonic: () => this.#correctedMs(),
      schedule: (task, delayMs) => this.#scheduleCorrected(task, delayMs),
    };
  }

  now(): number {
    const nowMs = this.#clock.now();
    const offsetMs = nowMs - this.#clock.monotonic();
    const jumpMs = offsetMs - (this.#offsetMs ?? offsetMs);
    this.#offsetMs = offsetMs;
    if (jumpMs >= MIN_SLEEP_MS) this.#sleptMs += jumpMs;
    if (jumpMs <= -MIN_STEP_BACK_MS) this.#onSetBack(nowMs, -jumpMs);
    return nowMs;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  schedule(task: () => void, delayMs: number): () => void {
    return this.#clock.schedule(task, delayMs);
  }

  /** Notices whether the wall clock was set back since the last read, if there was a read. */
  check(): void {
    if (this.#offsetMs !== undefined) this.now();
  }

  #correctedMs(): number {
    this.now();
    return this.#clock.monotonic() + this.#sleptMs;
  }

  #scheduleCorrected(task: () => void, delayMs: number): () => void {
    const atMs = this.#correctedMs() + delayMs;
    let cancel: () => void;
    const arm = (leftMs: number): void => {
      cancel = this.#clock.schedule(check, Math.min(leftMs, CHECK_PERIOD_MS));
    };
    const check = (): void => {
      const leftMs = atMs - this.#correctedMs();
      if (leftMs > ROUNDING_MS) arm(leftMs);
      else task();
    };
    arm(delayMs);
    return () => cancel();
  }
}
