import type { Clock } from '../shared/clock.js';

/** The clock of the platform, and the same clock with the time that the computer sleeps. */
export interface SleepAwareClock {
  /** Its monotonic time is the platform's: changes of the wall clock do not affect it. */
  readonly uncorrected: Clock;
  /**
   * Its monotonic time includes the time that the computer sleeps, which some platforms leave out. The clock detects
   * sleep by a jump of the wall clock, so setting the wall clock forward counts as sleep. Setting it back has no effect.
   */
  readonly corrected: Clock;
}

/** A smaller jump of the wall clock is a correction by time synchronization, not sleep. */
const MIN_SLEEP_MS = 10_000;

/** Sleep is detected at most this long after it ends. Some timers stop during sleep, and would fire late by the time of sleep. */
const CHECK_PERIOD_MS = 30_000;

/** Sums of times differ by less than this from rounding. A clock that stands still while tasks run would never pass the rest. */
const ROUNDING_MS = 1e-3;

export function createSleepAwareClock(clock: Clock): SleepAwareClock {
  // Read at the first use: frameworks that prerender pages refuse code that reads the clock meanwhile.
  let offsetMs: number | undefined;
  let sleptMs = 0;

  function monotonic(): number {
    const platformMs = clock.monotonic();
    const currentOffsetMs = clock.now() - platformMs;
    const jumpMs = currentOffsetMs - (offsetMs ?? currentOffsetMs);
    offsetMs = currentOffsetMs;
    if (jumpMs >= MIN_SLEEP_MS) sleptMs += jumpMs;
    return platformMs + sleptMs;
  }

  function schedule(task: () => void, delayMs: number): () => void {
    const atMs = monotonic() + delayMs;
    let cancel: () => void;

    function arm(leftMs: number): void {
      cancel = clock.schedule(check, Math.min(leftMs, CHECK_PERIOD_MS));
    }

    function check(): void {
      const leftMs = atMs - monotonic();
      if (leftMs > ROUNDING_MS) arm(leftMs);
      else task();
    }

    arm(delayMs);
    return () => cancel();
  }

  return { uncorrected: clock, corrected: { now: () => clock.now(), monotonic, schedule } };
}
