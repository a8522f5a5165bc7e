import type { Clock } from '../shared/clock.js';
import { createAlarm } from './alarm.js';

/** The clock of a whole room. The tasks of both of its faces share one armed timer; without tasks there is none. */
export interface SleepAwareClock {
  /** Its monotonic time is the platform's: whatever becomes of the wall clock does not move it. */
  readonly awake: Clock;
  /**
   * Its monotonic time goes on while the computer sleeps, as that of some platforms does not: when the wall clock
   * leaps ahead, it follows. That the wall clock was set forward looks the same; that it was set back changes nothing.
   */
  readonly clock: Clock;
}

interface Task {
  readonly run: () => void;
  readonly isAsleepToo: boolean;
  /** By the platform's time. */
  atMs: number;
}

/** Computers sleep longer than this, and clocks are corrected by less. */
const SHORTEST_SLEEP_MS = 10_000;

/** A sleep is noticed no later than this after it: some timers stand still meanwhile, and go on as if nothing had been. */
const LONGEST_NAP_MS = 30_000;

/** Makes the clock of a room over another one. */
export function createSleepAwareClock(clock: Clock): SleepAwareClock {
  const tasks = new Set<Task>();
  const alarm = createAlarm(clock, ring);
  // Read at the first use: servers that render ahead of time refuse code that reads the clock while they do.
  let leadMs: number | undefined;
  let sleptMs = 0;

  function noticeSleep(): number {
    const awakeMs = clock.monotonic();
    const nowLeadMs = clock.now() - awakeMs;
    const leapMs = nowLeadMs - (leadMs ?? nowLeadMs);
    leadMs = nowLeadMs;
    if (leapMs >= SHORTEST_SLEEP_MS) {
      sleptMs += leapMs;
      for (const task of tasks) if (task.isAsleepToo) task.atMs -= leapMs;
    }
    return awakeMs;
  }

  function arm(): void {
    let firstMs = Infinity;
    for (const { atMs } of tasks) firstMs = Math.min(firstMs, atMs);
    alarm.set(firstMs === Infinity ? firstMs : Math.min(firstMs, clock.monotonic() + LONGEST_NAP_MS));
  }

  function ring(): void {
    const nowMs = noticeSleep();
    const due = [...tasks].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs);
    try {
      // One of them may cancel another.
      for (const task of due) if (tasks.delete(task)) task.run();
    } finally {
      arm();
    }
  }

  function createFace(isAsleepToo: boolean): Clock {
    return {
      now: () => clock.now(),
      monotonic: isAsleepToo ? () => noticeSleep() + sleptMs : () => clock.monotonic(),
      schedule(run, delayMs) {
        const task = { run, isAsleepToo, atMs: noticeSleep() + delayMs };
        tasks.add(task);
        arm();
        return () => {
          if (tasks.delete(task)) arm();
        };
      },
    };
  }

  return { awake: createFace(false), clock: createFace(true) };
}
