import { createVirtualClock as createReplayClock } from '../../src/notebook/replay/virtual-clock.js';
import { createCountingClock } from './counting-clock.js';

interface VirtualClockOptions {
  /** The wall-clock time at the start, Unix milliseconds. The monotonic time starts at 0. @default the beginning of 2026 */
  readonly startMs?: number;
  /** Tasks run only at multiples of this time, late rather than early, as in throttled pages. @default 1 */
  readonly resolutionMs?: number | undefined;
}

/** The virtual clock of a replay, with timers of any resolution, on a computer that can sleep. */
export function createVirtualClock({ startMs = Date.UTC(2026, 0, 1), resolutionMs }: VirtualClockOptions = {}) {
  const clock = createReplayClock({ startMs, turns: 16 });
  const timers = createCountingClock(clock);
  let sleptMs = 0;

  function lengthen(delayMs: number): number {
    if (resolutionMs === undefined) return delayMs;
    const nowMs = clock.monotonic();
    return Math.ceil((nowMs + Math.max(0, delayMs)) / resolutionMs) * resolutionMs - nowMs;
  }

  return {
    now: () => clock.now() + sleptMs,
    monotonic: () => clock.monotonic(),
    schedule: (task: () => void, delayMs: number) => timers.schedule(task, lengthen(delayMs)),
    /** The number of waiting tasks. */
    get pending() {
      return timers.armed;
    },
    /** Runs the tasks of the next `ms` milliseconds, each at its own time. */
    advance: (ms: number) => clock.advance(ms),
    /** Makes the computer sleep: the wall clock continues, no task runs, and the monotonic time stops. */
    sleep(ms: number) {
      sleptMs += ms;
    },
  };
}
