import type { Clock } from '../shared/clock.js';
import { createAlarm } from './alarm.js';
import { createDueQueue } from './due-queue.js';
import type { Limiter, Permit } from './limiter.js';
import { createStarvationGuard } from './starvation-guard.js';

/** The lanes of the queue, by priority: requests of callers, then polls. */
export const LANE = { caller: 0, modifying: 1, observed: 2, tracked: 3 } as const;

const LANES = 4;

/** With many keys, one is due at almost any moment. They are polled in batches, at most this often. */
const BATCH_MS = 10;

/** The queue of all requests. It starts a request when it is due and the limiter has a permit for it. */
export interface Dispatcher {
  /** Queues a request of callers: it is due now, behind the earlier ones. */
  call(handle: number): void;
  /** Queues a poll, or moves it to another due time or lane. */
  schedule(handle: number, dueMs: number, lane: number): void;
  delete(handle: number): void;
  /** Starts what may start. */
  startDue(nowMs: number): void;
  /** Sets the timer for the next start, or for `deadlineMs` if that is earlier. */
  setAlarm(nowMs: number, deadlineMs: number): void;
  /** Forgets how often each lane was skipped. */
  resetFairness(): void;
  /** The number of due polls. Visits only those. */
  countDue(nowMs: number): number;
  /** When the next poll is due; `Infinity` if no poll is scheduled. */
  nextPollMs(): number;
  dispose(): void;
}

export interface DispatcherOptions {
  readonly clock: Clock;
  readonly limiter: Limiter;
  /** No poll starts now. Requests of callers do. */
  readonly isPaused: () => boolean;
  /** @returns the key of a handle */
  readonly keyOf: (handle: number) => string;
  readonly start: (handle: number, permit: Permit) => void;
  readonly onAlarm: (nowMs: number) => void;
}

export function createDispatcher({ clock, limiter, isPaused, keyOf, start, onAlarm }: DispatcherOptions): Dispatcher {
  const queue = createDueQueue(LANES);
  const starvationGuard = createStarvationGuard(LANES);
  const alarm = createAlarm(clock, ring);
  let lastAlarmMs = -Infinity;
  // Counts up from a time long ago: a request of callers is due at once, in the order of arrival.
  let callerTurn = -(2 ** 50);
  let isDisposed = false;

  function ring(): void {
    lastAlarmMs = clock.monotonic();
    onAlarm(lastAlarmMs);
  }

  /** The lane to serve next; -1 if no request may start. */
  function nextLane(nowMs: number): number {
    if (queue.nextMs(LANE.caller) > nowMs) {
      starvationGuard.reset();
      return -1;
    }
    // The lanes that wait for a permit keep their claim on a fair share.
    if (limiter.readyInMs(true) > 0) return -1;
    const isPollReady = !isPaused() && limiter.readyInMs(false) <= 0;
    return starvationGuard.next((lane) => (isPollReady || lane === LANE.caller) && queue.isDue(lane, nowMs), nowMs);
  }

  function nextStartMs(nowMs: number): number {
    const callerMs = queue.isDue(LANE.caller, nowMs) ? nowMs + limiter.readyInMs(true) : Infinity;
    const dueMs = isPaused() ? Infinity : queue.nextMs(LANE.modifying);
    const pollMs = dueMs > nowMs ? Math.max(dueMs, lastAlarmMs + BATCH_MS) : nowMs + limiter.readyInMs(false);
    return Math.min(callerMs, pollMs);
  }

  return {
    call: (handle) => queue.set(handle, (callerTurn += 1), LANE.caller),
    schedule: queue.set,
    delete: queue.delete,
    startDue(nowMs) {
      // A subscriber may pause or dispose the fleet, or queue another request, between two starts.
      while (!isDisposed) {
        const lane = nextLane(nowMs);
        if (lane === -1) return;
        const handle = queue.take(lane);
        start(handle, limiter.tryAcquire(keyOf(handle), lane === LANE.caller) as Permit);
      }
    },
    setAlarm(nowMs, deadlineMs) {
      if (!isDisposed) alarm.set(Math.min(deadlineMs, nextStartMs(nowMs)));
    },
    resetFairness: starvationGuard.reset,
    countDue: (nowMs) => queue.countDue(LANE.modifying, nowMs),
    nextPollMs: () => queue.nextMs(LANE.modifying),
    dispose() {
      isDisposed = true;
      alarm.set(Infinity);
    },
  };
}
