import type { Clock } from '../shared/clock.js';
import { createAlarm, type Alarm } from './alarm.js';
import { createDueQueue } from './due-queue.js';
import type { TurnSource } from './key-owner.js';
import type { Limiter, Permit } from './limiter.js';
import { createStarvationGuard } from './starvation-guard.js';

/** The lanes of the queue, by priority: requests of callers, then polls. */
export const LANE = { caller: 0, modifying: 1, observed: 2, tracked: 3 } as const;

const LANES = 4;

/** With many keys, one is due at almost any moment. They are polled in batches, at most this often. */
const BATCH_MS = 10;

/** The turns of polls are asked for at most this often, since a question costs as much as a poll. */
const TURNS_EVERY_MS = 50;

export interface DispatcherOptions {
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly turns: TurnSource;
  /** Keys to poll may come at any time, also while no poll is scheduled. */
  readonly takesOver: boolean;
  /** No poll starts now. Requests of callers do. */
  readonly isPaused: () => boolean;
  /** The scheduled poll that is the next probe, whether it is due or not; `undefined` if no poll is scheduled. */
  readonly nextProbe: () => number | undefined;
  /** @returns the key of a handle */
  readonly keyOf: (handle: number) => string;
  /** Called before each poll. @returns whether the poll is skipped */
  readonly skip: (handle: number) => boolean;
  /** @param turn the number that a `TurnSource` gave to the request */
  readonly start: (handle: number, permit: Permit, turn: number | undefined) => void;
  readonly onAlarm: (nowMs: number) => void;
}

/** The queue of all requests. It starts a request when it is due, and the limiter and the source of turns permit it. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #queue = createDueQueue(LANES);
  readonly #starvationGuard = createStarvationGuard(LANES);
  readonly #alarm: Alarm;
  #lastAlarmMs = -Infinity;
  #lastAskMs = -Infinity;
  // Counts up from a time long ago: a request of callers is due at once, in the order of arrival.
  #callerTurn = -(2 ** 50);
  #isDisposed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#alarm = createAlarm(options.clock, () => {
      this.#lastAlarmMs = options.clock.monotonic();
      options.onAlarm(this.#lastAlarmMs);
    });
  }

  /** Queues a request of callers: it is due now, behind the earlier ones. */
  call(handle: number): void {
    this.#queue.set(handle, (this.#callerTurn += 1), LANE.caller);
  }

  /** Queues a poll, or moves it to another due time or lane. */
  schedule(handle: number, dueMs: number, lane: number): void {
    this.#queue.set(handle, dueMs, lane);
  }

  delete(handle: number): void {
    this.#queue.delete(handle);
  }

  /** Starts what may start. */
  startDue(nowMs: number): void {
    const { limiter, turns, keyOf, skip, start } = this.#options;
    // A subscriber may pause or dispose the fleet, or queue another request, between two starts.
    while (!this.#isDisposed) {
      if (turns.left === 0) return this.#askForTurns(nowMs);
      const isProbe = limiter.breaker === 'open';
      const lane = isProbe ? this.#probeLane(nowMs) : this.#nextLane(nowMs);
      if (lane === -1) break;
      const handle = isProbe && lane !== LANE.caller ? this.#takeProbe() : this.#queue.take(lane);
      if (handle === -1) break;
      if (lane !== LANE.caller && skip(handle)) continue;
      start(handle, limiter.tryAcquire(keyOf(handle), lane === LANE.caller) as Permit, turns.take());
    }
    turns.drop();
  }

  /** Sets the timer for the next start, or for `deadlineMs` if that is earlier. */
  setAlarm(nowMs: number, deadlineMs: number): void {
    if (!this.#isDisposed) this.#alarm.set(Math.min(deadlineMs, this.#nextStartMs(nowMs)));
  }

  /** Forgets how often each lane was skipped. */
  resetFairness(): void {
    this.#starvationGuard.reset();
  }

  /** The number of due polls. Visits only those. */
  countDue(nowMs: number): number {
    return this.#queue.countDue(LANE.modifying, nowMs);
  }

  /** When the next poll is due; `Infinity` if no poll is scheduled. */
  nextPollMs(): number {
    return this.#queue.nextMs(LANE.modifying);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(Infinity);
  }

  /** The lane to serve next; -1 if no request may start. */
  #nextLane(nowMs: number): number {
    const { limiter, isPaused } = this.#options;
    const queue = this.#queue;
    if (queue.nextMs(LANE.caller) > nowMs) {
      this.#starvationGuard.reset();
      return -1;
    }
    // The lanes that wait for a permit keep their claim on a fair share.
    if (limiter.readyInMs(true) > 0) return -1;
    const isPollReady = !isPaused() && limiter.readyInMs(false) <= 0;
    return this.#starvationGuard.next(
      (lane) => (isPollReady || lane === LANE.caller) && queue.isDue(lane, nowMs),
      nowMs,
    );
  }

  /** As `#nextLane` while the breaker is open: callers come first, and a poll need not be due. */
  #probeLane(nowMs: number): number {
    if (this.#queue.isDue(LANE.caller, nowMs)) return this.#options.limiter.readyInMs(true) > 0 ? -1 : LANE.caller;
    return this.#probeStartMs(nowMs) <= nowMs ? LANE.modifying : -1;
  }

  #takeProbe(): number {
    const handle = this.#options.nextProbe() ?? -1;
    this.#queue.delete(handle);
    return handle;
  }

  #callerStartMs(nowMs: number): number {
    return this.#queue.isDue(LANE.caller, nowMs) ? nowMs + this.#options.limiter.readyInMs(true) : Infinity;
  }

  /** When the next probe starts. A fleet that waits for it may have no key now, and get some at that time. */
  #probeStartMs(nowMs: number): number {
    const { limiter, isPaused, takesOver } = this.#options;
    const waitMs = limiter.readyInMs(false);
    const mayHaveKeys = this.nextPollMs() < Infinity || (takesOver && waitMs > 0);
    return mayHaveKeys && !isPaused() ? nowMs + waitMs : Infinity;
  }

  #pollStartMs(nowMs: number): number {
    const { limiter, isPaused } = this.#options;
    if (limiter.breaker === 'open') return this.#probeStartMs(nowMs);
    const dueMs = isPaused() ? Infinity : this.nextPollMs();
    return dueMs > nowMs ? Math.max(dueMs, this.#lastAlarmMs + BATCH_MS) : nowMs + limiter.readyInMs(false);
  }

  /** A request that waits for a turn starts when the turn comes, without a timer. */
  #nextStartMs(nowMs: number): number {
    const { turns } = this.#options;
    const callerMs = turns.isAwaited(true) ? Infinity : this.#callerStartMs(nowMs);
    const pollMs = turns.isAwaited(false)
      ? Infinity
      : Math.max(this.#pollStartMs(nowMs), this.#lastAskMs + TURNS_EVERY_MS);
    return Math.min(callerMs, pollMs);
  }

  /** Asks for the turns of the requests that could start now. */
  #askForTurns(nowMs: number): void {
    const { limiter, turns, isPaused } = this.#options;
    const isUrgent = this.#callerStartMs(nowMs) <= nowMs;
    if (!isUrgent && this.#pollStartMs(nowMs) > nowMs) return;
    // While polls are paused, most requests that are due cannot use a turn.
    const startable = isPaused() ? 1 : limiter.startable;
    // A probe need not be due.
    const count = Math.max(1, this.#queue.countDue(isUrgent ? LANE.caller : LANE.modifying, nowMs, startable));
    // As many polls as may start at once do not wait for more.
    if (!isUrgent && count < startable && nowMs < this.#lastAskMs + TURNS_EVERY_MS) return;
    if (!isUrgent) this.#lastAskMs = nowMs;
    turns.ask(count, isUrgent);
  }
}
