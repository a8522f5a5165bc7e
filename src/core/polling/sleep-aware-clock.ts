import type { Clock } from '../shared/clock.js';
import { createAlarm } from './alarm.js';

/** Two clocks over the clock of the platform. The tasks of both share one timer. */
export interface SleepAwareClock {
  /** Its monotonic time is the platform's: changes of the wall clock do not affect it. */
  readonly uncorrected: Clock;
  /**
   * Its monotonic time includes the time that the computer sleeps, which some platforms leave out. The clock detects
   * sleep by a jump of the wall clock, so setting the wall clock forward counts as sleep. Setting it back has no effect.
   */
  readonly corrected: Clock;
}

interface Task {
  readonly run: () => void;
  readonly isCorrected: boolean;
  /** Monotonic time of the platform. */
  atMs: number;
}

/** A smaller jump of the wall clock is a correction by time synchronization, not sleep. */
const MIN_SLEEP_MS = 10_000;

/** Sleep is detected at most this long after it ends. Some timers stop during sleep, and would fire late by the time of sleep. */
const CHECK_PERIOD_MS = 30_000;

export function createSleepAwareClock(clock: Clock): SleepAwareClock {
  const tasks = new Set<Task>();
  const alarm = createAlarm(clock, runDue);
  // Read at the first use: frameworks that prerender pages refuse code that reads the clock meanwhile.
  let offsetMs: number | undefined;
  let sleptMs = 0;

  /** @returns the monotonic time of the platform. */
  function detectSleep(): number {
    const platformMs = clock.monotonic();
    const currentOffsetMs = clock.now() - platformMs;
    const jumpMs = currentOffsetMs - (offsetMs ?? currentOffsetMs);
    offsetMs = currentOffsetMs;
    if (jumpMs >= MIN_SLEEP_MS) {
      sleptMs += jumpMs;
      for (const task of tasks) if (task.isCorrected) task.atMs -= jumpMs;
    }
    return platformMs;
  }

  function arm(): void {
    let firstMs = Infinity;
    for (const { atMs } of tasks) firstMs = Math.min(firstMs, atMs);
    alarm.set(firstMs === Infinity ? firstMs : Math.min(firstMs, clock.monotonic() + CHECK_PERIOD_MS));
  }

  function runDue(): void {
    const nowMs = detectSleep();
    const due = [...tasks].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs);
    try {
      // A task may cancel another task that is due.
      for (const task of due) if (tasks.delete(task)) task.run();
    } finally {
      arm();
    }
  }

  function createClock(isCorrected: boolean): Clock {
    return {
      now: () => clock.now(),
      monotonic: isCorrected ? () => detectSleep() + sleptMs : () => clock.monotonic(),
      schedule(run, delayMs) {
        const task = { run, isCorrected, atMs: detectSleep() + delayMs };
        tasks.add(task);
        arm();
        return () => {
          if (tasks.delete(task)) arm();
        };
      },
    };
  }

  return { uncorrected: createClock(false), corrected: createClock(true) };
}
