import type { Clock } from '../../src/core/shared/clock.js';

/** A clock that only a test advances. */
export interface ManualClock extends Clock {
  readonly pending: number;
  /**
   * Advances the time by `ms` milliseconds. Tasks run in order of their due time, each at its own time. Promises,
   * immediates and ready answers that a task starts settle before the next task runs.
   */
  advance(ms: number): Promise<void>;
}

interface Task {
  readonly dueAt: number;
  readonly run: () => void;
}

/** Starts at `startMs` of wall-clock time; its monotonic time starts at 0. */
export function createManualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  const tasks = new Set<Task>();
  let elapsedMs = 0;

  /** Of tasks that are due at the same time, the one that was scheduled first. */
  function nextDue(untilMs: number): Task | undefined {
    let next: Task | undefined;
    for (const task of tasks) if (task.dueAt <= untilMs && task.dueAt < (next?.dueAt ?? Infinity)) next = task;
    return next;
  }

  return {
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    schedule(run, delayMs) {
      const task: Task = { dueAt: elapsedMs + Math.max(0, delayMs), run };
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    get pending() {
      return tasks.size;
    },
    async advance(ms) {
      const untilMs = elapsedMs + ms;
      await settle();
      for (let task = nextDue(untilMs); task !== undefined; task = nextDue(untilMs)) {
        tasks.delete(task);
        elapsedMs = Math.max(elapsedMs, task.dueAt);
        task.run();
        await settle();
      }
      elapsedMs = untilMs;
    },
  };
}

/** A few turns of the event loop: enough for chains of promises and for a store in memory. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => later(resolve));
}

/** Pages have no `setImmediate`. It is looked up at each call, since tests may replace it. */
function later(task: () => void): void {
  if (typeof setImmediate === 'function') return void setImmediate(task);
  // A page delays nested timers by 4 ms, but not a timer that a message sets.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => void setTimeout(task, 0);
  port2.postMessage('');
}
