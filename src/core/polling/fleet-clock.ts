import type { Clock } from '../shared/clock.js';

/** A smaller jump forward is a correction by time synchronization, not sleep. */
const MIN_SLEEP_MS = 10_000;

/** A smaller step back may be such a correction, or the rounding of a page's clocks. */
const MIN_STEP_BACK_MS = 1000;

/** Sleep is detected at most this long after it ends. Some timers stop during sleep. */
const CHECK_PERIOD_MS = 30_000;

/** A shorter time that is left comes from rounding. A virtual clock stands still while tasks run: it never passes. */
const ROUNDING_MS = 1e-3;

export type FleetClock = ReturnType<typeof createFleetClock>;

/**
 * Makes the clock of a fleet. Changes of the wall clock do not affect its monotonic time; each read of the wall time
 * notices them.
 *
 * @param onSetBack called when the wall clock was set back: times that it gave before may be in the future now
 */
export function createFleetClock(clock: Clock, onSetBack: (now: number, byMs: number) => void = () => {}) {
  /** Absent until the time is read: frameworks that prerender pages refuse a read. */
  let lastOffsetMs: number | undefined;
  let sleptMs = 0;

  function now(): number {
    const nowMs = clock.now();
    const offsetMs = nowMs - clock.monotonic();
    const jumpMs = offsetMs - (lastOffsetMs ?? offsetMs);
    lastOffsetMs = offsetMs;
    if (jumpMs >= MIN_SLEEP_MS) sleptMs += jumpMs;
    if (jumpMs <= -MIN_STEP_BACK_MS) onSetBack(nowMs, -jumpMs);
    return nowMs;
  }

  function correctedMs(): number {
    now();
    return clock.monotonic() + sleptMs;
  }

  function scheduleCorrected(task: () => void, delayMs: number): () => void {
    const atMs = correctedMs() + delayMs;
    let cancel: () => void;
    const arm = (leftMs: number): void => {
      cancel = clock.schedule(check, Math.min(leftMs, CHECK_PERIOD_MS));
    };
    const check = (): void => {
      const leftMs = atMs - correctedMs();
      if (leftMs > ROUNDING_MS) arm(leftMs);
      else task();
    };
    arm(delayMs);
    return () => cancel();
  }

  return {
    now,
    monotonic: () => clock.monotonic(),
    schedule: (task: () => void, delayMs: number) => clock.schedule(task, delayMs),
    /**
     * Its monotonic time includes sleep, which some platforms leave out. Sleep shows as a jump of the wall clock, so setting
     * the wall clock forward counts as sleep too.
     */
    corrected: { now, monotonic: correctedMs, schedule: scheduleCorrected },
    /** Notices whether the wall clock was set back since the last read, if there was a read. */
    check(): void {
      if (lastOffsetMs !== undefined) now();
    },
  };
}
