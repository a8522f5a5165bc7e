import type { Clock } from '../../index.js';

/** A clock that simulates long times fast: a heap of tasks, with promises settled between tasks. */
export interface VirtualClock extends Clock {
  /** The number of waiting tasks. */
  readonly pending: number;
  /** The maximum number of tasks that waited at once. */
  readonly mostPending: number;
  /** Runs the tasks of the next `ms` milliseconds, each at its own time. */
  advance(ms: number): Promise<void>;
  /** Makes the computer sleep: the wall clock continues, no task runs, and the monotonic time stops. */
  sleep(ms: number): void;
}

interface Task {
  readonly atMs: number;
  readonly run: () => void;
  isCancelled: boolean;
}

export interface VirtualClockOptions {
  /** The wall-clock time at the start, Unix milliseconds. The monotonic time starts at 0. @default the beginning of 2026 */
  readonly startMs?: number;
  /** Tasks run only at multiples of it, late rather than early, as in throttled pages. @default 1 */
  readonly resolutionMs?: number;
  /**
   * The maximum length of a chain of promises between two tasks. A turn of the event loop would settle any chain, but
   * takes twenty times as long as the default.
   *
   * @default 16
   */
  readonly turns?: number;
}

export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const { startMs = Date.UTC(2026, 0, 1), resolutionMs = 1, turns = 16 } = options;
  const heap: Task[] = [];
  let nowMs = 0;
  let wallMs = startMs;
  let pending = 0;
  let mostPending = 0;

  function push(task: Task): void {
    let at = heap.length;
    heap.push(task);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Task;
      if (above.atMs <= task.atMs) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = task;
  }

  function pop(): void {
    const last = heap.pop() as Task;
    if (heap.length === 0) return;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && (heap[child + 1] as Task).atMs < (heap[child] as Task).atMs) child += 1;
      if ((heap[child] as Task).atMs >= last.atMs) break;
      heap[at] = heap[child] as Task;
      at = child;
    }
    heap[at] = last;
  }

  return {
    now: () => wallMs,
    monotonic: () => nowMs,
    schedule(run, delayMs) {
      const atMs = Math.ceil((nowMs + Math.max(0, delayMs)) / resolutionMs) * resolutionMs;
      const task: Task = { atMs, run, isCancelled: false };
      push(task);
      mostPending = Math.max(mostPending, (pending += 1));
      return () => {
        if (task.isCancelled) return;
        task.isCancelled = true;
        pending -= 1;
      };
    },
    get pending() {
      return pending;
    },
    get mostPending() {
      return mostPending;
    },
    async advance(ms) {
      const untilMs = nowMs + ms;
      await settle(turns);
      for (let task = heap[0]; task !== undefined && task.atMs <= untilMs; task = heap[0]) {
        pop();
        if (task.isCancelled) continue;
        task.isCancelled = true;
        pending -= 1;
        wallMs += Math.max(0, task.atMs - nowMs);
        nowMs = Math.max(nowMs, task.atMs);
        task.run();
        // Tasks of the same time do not depend on each other.
        if (heap[0]?.atMs !== nowMs) await settle(turns);
      }
      wallMs += untilMs - nowMs;
      nowMs = untilMs;
    },
    sleep(ms) {
      wallMs += ms;
    },
  };
}

async function settle(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await SETTLED;
}

const SETTLED = Promise.resolve();
