import type { Clock } from '../shared/clock.js';

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

/** Computers sleep longer than this, and clocks are corrected by less. */
const SHORTEST_SLEEP_MS = 10_000;

/** A sleep is noticed no later than this after it: some timers stand still meanwhile, and go on as if nothing had been. */
const LONGEST_NAP_MS = 30_000;

/**
 * A clock for a whole room, over another one. Its tasks share one armed timer, and there is none while no task waits.
 * Its monotonic time goes on while the computer sleeps, as that of some platforms does not: when the wall clock leaps
 * ahead, it follows. That the wall clock was set forward looks the same, and that it was set back changes nothing.
 */
export function createRoomClock(clock: Clock): Clock {
  const tasks = new Set<Task>();
  let leadMs = clock.now() - clock.monotonic();
  let sleptMs = 0;
  let armedMs = Infinity;
  let cancel = (): void => {};

  function monotonic(): number {
    const awakeMs = clock.monotonic();
    const leapMs = clock.now() - awakeMs - leadMs;
    leadMs += leapMs;
    if (leapMs >= SHORTEST_SLEEP_MS) sleptMs += leapMs;
    return awakeMs + sleptMs;
  }

  function arm(): void {
    let firstMs = Infinity;
    for (const { atMs } of tasks) firstMs = Math.min(firstMs, atMs);
    // One that rings too early is armed again then, which is cheaper than each time that something moves.
    if (firstMs >= armedMs && firstMs !== Infinity) return;
    cancel();
    armedMs = firstMs;
    if (firstMs === Infinity) return;
    cancel = clock.schedule(ring, Math.min(Math.max(0, firstMs - monotonic()), LONGEST_NAP_MS));
  }

  function ring(): void {
    armedMs = Infinity;
    const nowMs = monotonic();
    const due = [...tasks].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs);
    try {
      // One of them may cancel another.
      for (const task of due) if (tasks.delete(task)) task.run();
    } finally {
      arm();
    }
  }

  return {
    now: () => clock.now(),
    monotonic,
    schedule(run, delayMs) {
      const task = { atMs: monotonic() + delayMs, run };
      tasks.add(task);
      arm();
      return () => {
        if (tasks.delete(task)) arm();
      };
    },
  };
}
