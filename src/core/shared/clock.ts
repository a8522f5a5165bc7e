/**
 * Where time comes from. Every room that waits takes a `Clock`, so that a test can be its time.
 */
export interface Clock {
  /** Wall-clock time as Unix milliseconds. It labels things and may jump; nothing is scheduled by it. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number;
  /**
   * Runs `task` once, `delayMs` milliseconds from now. Any finite delay is safe, also one over 2^31.
   *
   * @returns a function that cancels the task; calling it again, or late, does nothing.
   */
  schedule(task: () => void, delayMs: number): () => void;
}

/** Timers hold a delay as a signed 32-bit number and fire at once when it does not fit. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The clock of the platform: `Date`, `performance` and `setTimeout`. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(task, delayMs) {
    let timer: ReturnType<typeof setTimeout>;
    const arm = (leftMs: number): void => {
      const stepMs = Math.min(leftMs, LONGEST_TIMER_MS);
      timer = setTimeout(() => (leftMs > stepMs ? arm(leftMs - stepMs) : task()), stepMs);
    };
    arm(delayMs);
    return () => clearTimeout(timer);
  },
};
