import type { Clock } from '../shared/clock.js';
import { createAlarm } from './alarm.js';
import { createDueQueue } from './due-queue.js';
import type { Limiter, Permit } from './limiter.js';
import type { Turns } from './poll-sharing.js';
import { createStarvationGuard } from './starvation-guard.js';

/** The lanes of the queue, by priority: requests of callers, then polls. */
export const LANE = { caller: 0, modifying: 1, observed: 2, tracked: 3 } as const;

const LANES = 4;

/** With many keys, one is due at almost any moment. They are polled in batches, at most this often. */
const BATCH_MS = 10;

/** The group is asked for the turns of polls at most this often, since a question costs as much as a poll. */
const TURNS_EVERY_MS = 50;

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
  /** The scheduled poll that is the next probe, whether it is due or not; `undefined` if no poll is scheduled. */
  readonly nextProbe: () => number | undefined;
  /** @returns the key of a handle */
  readonly keyOf: (handle: number) => string;
  /** @param turn the turn of the shared rate that the request takes */
  readonly start: (handle: number, permit: Permit, turn: number | undefined) => void;
  readonly onAlarm: (nowMs: number) => void;
  /** The turns of the shared rate, in a fleet that shares its polling. */
  readonly turns?: Turns | undefined;
  /** Called before each poll. @returns whether the poll is skipped, because another member polls the key */
  readonly skip?: ((handle: number) => boolean) | undefined;
}

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { clock, limiter, isPaused, nextProbe, keyOf, start, onAlarm, turns, skip } = options;
  const queue = createDueQueue(LANES);
  const starvationGuard = createStarvationGuard(LANES);
  const alarm = createAlarm(clock, ring);
  let lastAlarmMs = -Infinity;
  let lastAskMs = -Infinity;
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

  /** As `nextLane` while the breaker is open: callers come first, and a poll need not be due. */
  function probeLane(nowMs: number): number {
    if (queue.isDue(LANE.caller, nowMs)) return limiter.readyInMs(true) > 0 ? -1 : LANE.caller;
    return probeStartMs(nowMs) <= nowMs ? LANE.modifying : -1;
  }

  function takeProbe(): number {
    const handle = nextProbe() ?? -1;
    queue.delete(handle);
    return handle;
  }

  function callerStartMs(nowMs: number): number {
    return queue.isDue(LANE.caller, nowMs) ? nowMs + limiter.readyInMs(true) : Infinity;
  }

  /** When the next probe starts. In a group, a member that waits for it owns no key: it gets some at that time. */
  function probeStartMs(nowMs: number): number {
    const waitMs = limiter.readyInMs(false);
    const mayHaveKeys = queue.nextMs(LANE.modifying) < Infinity || (turns !== undefined && waitMs > 0);
    return mayHaveKeys && !isPaused() ? nowMs + waitMs : Infinity;
  }

  function pollStartMs(nowMs: number): number {
    if (limiter.breaker === 'open') return probeStartMs(nowMs);
    const dueMs = isPaused() ? Infinity : queue.nextMs(LANE.modifying);
    return dueMs > nowMs ? Math.max(dueMs, lastAlarmMs + BATCH_MS) : nowMs + limiter.readyInMs(false);
  }

  /** A request that waits for a turn starts when the turn comes, without a timer. */
  function nextStartMs(nowMs: number): number {
    const callerMs = turns?.isAwaited(true) ? Infinity : callerStartMs(nowMs);
    if (turns === undefined) return Math.min(callerMs, pollStartMs(nowMs));
    const pollMs = turns.isAwaited(false) ? Infinity : Math.max(pollStartMs(nowMs), lastAskMs + TURNS_EVERY_MS);
    return Math.min(callerMs, pollMs);
  }

  /** Asks for the turns of the requests that could start now. */
  function askForTurns(shared: Turns, nowMs: number): void {
    const isUrgent = callerStartMs(nowMs) <= nowMs;
    if (!isUrgent && pollStartMs(nowMs) > nowMs) return;
    // While polls are paused, most requests that are due cannot use a turn.
    const startable = isPaused() ? 1 : limiter.startable;
    // A probe need not be due.
    const count = Math.max(1, queue.countDue(isUrgent ? LANE.caller : LANE.modifying, nowMs, startable));
    // As many polls as may start at once do not wait for more.
    if (!isUrgent && count < startable && nowMs < lastAskMs + TURNS_EVERY_MS) return;
    if (!isUrgent) lastAskMs = nowMs;
    shared.ask(count, isUrgent);
  }

  return {
    call: (handle) => queue.set(handle, (callerTurn += 1), LANE.caller),
    schedule: queue.set,
    delete: queue.delete,
    startDue(nowMs) {
      // A subscriber may pause or dispose the fleet, or queue another request, between two starts.
      while (!isDisposed) {
        if (turns?.left === 0) return askForTurns(turns, nowMs);
        const lane = limiter.breaker === 'open' ? probeLane(nowMs) : nextLane(nowMs);
        if (lane === -1) break;
        const handle = lane === LANE.caller || limiter.breaker !== 'open' ? queue.take(lane) : takeProbe();
        if (handle === -1) break;
        if (lane !== LANE.caller && skip?.(handle)) continue;
        start(handle, limiter.tryAcquire(keyOf(handle), lane === LANE.caller) as Permit, turns?.take());
      }
      turns?.drop();
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
