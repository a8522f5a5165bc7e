/** A source of time. Everything that reads time or waits takes a `Clock`, so that tests can control the time. */
export interface Clock {
  /** Wall-clock time, Unix milliseconds. It may jump, so it is used for labels and never for scheduling. */
  now(): number;
  /** Milliseconds since an arbitrary start. Never decreases. */
  monotonic(): number;
  /**
   * Runs `task` once after `delayMs` milliseconds. Every finite delay is safe, including delays over 2^31 ms.
   *
   * @returns a function that cancels the task. A second or late call does nothing.
   */
  schedule(task: () => void, delayMs: number): () => void;
}

/** `setTimeout` stores the delay as a signed 32-bit integer and fires at once if the delay does not fit. */
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
