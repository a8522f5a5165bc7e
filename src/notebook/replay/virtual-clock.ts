import { bisector } from 'd3-array';

/** A clock for simulations. It runs its tasks in the order of their times, and lets promises resolve between two tasks. */
export type VirtualClock = ReturnType<typeof createVirtualClock>;

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

export interface VirtualClockOptions {
  /** The wall-clock time at the start, Unix milliseconds. The monotonic time starts at 0. @default the beginning of 2026 */
  readonly startMs?: number;
  /** Tasks run only at multiples of this time, late rather than early, as in throttled pages. @default 1 */
  readonly resolutionMs?: number;
  /**
   * The maximum length of a chain of promises between two tasks. A turn of the event loop would resolve any chain, but
   * takes twenty times as long as the default.
   *
   * @default 16
   */
  readonly turns?: number;
}

export function createVirtualClock(options: VirtualClockOptions = {}) {
  const { startMs = Date.UTC(2026, 0, 1), resolutionMs = 1, turns = 16 } = options;
  /** The latest task first. Tasks of the same time run in the order in which they were scheduled. */
  const tasks: Task[] = [];
  const { left: firstNotLater } = bisector((task: Task, atMs: number) => atMs - task.atMs);
  let nowMs = 0;
  let sleptMs = 0;

  return {
    now: () => startMs + nowMs + sleptMs,
    monotonic: () => nowMs,
    schedule(run: () => void, delayMs: number): () => void {
      const atMs = Math.ceil((nowMs + Math.max(0, delayMs)) / resolutionMs) * resolutionMs;
      const task: Task = { atMs, run };
      tasks.splice(firstNotLater(tasks, atMs), 0, task);
      return () => {
        const place = tasks.indexOf(task, firstNotLater(tasks, atMs));
        if (place >= 0) tasks.splice(place, 1);
      };
    },
    get pending() {
      return tasks.length;
    },
    /** Runs the tasks of the next `ms` milliseconds, each at its own time. */
    async advance(ms: number) {
      const untilMs = nowMs + ms;
      await letPromisesRun(turns);
      for (let task = tasks.at(-1); task !== undefined && task.atMs <= untilMs; task = tasks.at(-1)) {
        tasks.pop();
        nowMs = Math.max(nowMs, task.atMs);
        task.run();
        // Tasks of the same time do not depend on each other.
        if (tasks.at(-1)?.atMs !== nowMs) await letPromisesRun(turns);
      }
      nowMs = untilMs;
    },
    /** Makes the computer sleep: the wall clock continues, no task runs, and the monotonic time stops. */
    sleep(ms: number) {
      sleptMs += ms;
    },
  };
}

async function letPromisesRun(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await RESOLVED;
}

const RESOLVED = Promise.resolve();
