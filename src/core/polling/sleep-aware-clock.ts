import type { Clock } from '../shared/clock.js';

export interface SleepAwareClock {
  /** Changes of the wall clock do not affect its monotonic time. */
  readonly uncorrected: Clock;
  /**
   * Its monotonic time includes sleep, which some platforms leave out. It shows as a jump of the wall clock, so setting
   * the wall clock forward counts as sleep too.
   */
  readonly corrected: Clock;
}

/** A smaller jump of the wall clock is a correction by time synchronization, not sleep. */
const MIN_SLEEP_MS = 10_000;

/** Sleep is detected at most this long after it ends. Some timers stop during sleep. */
const CHECK_PERIOD_MS = 30_000;

/** A clock that stands still while tasks run would never pass a rest from rounding. */
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
