import { createAlarm, type SetAlarm } from './alarm.js';
import type { Planner } from './planner.js';
import { LANE } from './poll-target.js';
import type { Requests } from './requests.js';
import type { SchedulerSettings } from './scheduler-settings.js';
import { StarvationGuard } from './starvation-guard.js';

/** The time between two batches of polls: with many keys, a key is due at almost any moment. */
const BATCH_MS = 20;

/** Asking the group for turns costs as much as a poll. */
const TURNS_EVERY_MS = 50;

/** Starts each request of the queue when it is due, and the limiter and the source of turns permit it. */
export class Dispatcher {
  pausedBy: string | undefined;
  readonly #settings: SchedulerSettings;
  readonly #planner: Planner;
  readonly #requests: Requests;
  readonly #starvationGuard = new StarvationGuard(Object.keys(LANE).length);
  readonly #setAlarm: SetAlarm;
  #lastAlarmMs = -Infinity;
  #lastAskMs = -Infinity;

  constructor(settings: SchedulerSettings, planner: Planner, requests: Requests, onAlarm: (nowMs: number) => void) {
    this.#settings = settings;
    this.#planner = planner;
    this.#requests = requests;
    this.#setAlarm = createAlarm(settings.clock, () => {
      this.#lastAlarmMs = settings.clock.monotonic();
      onAlarm(this.#lastAlarmMs);
    });
  }

  /** While paused, no poll starts. Requests of callers still start. */
  get isPaused(): boolean {
    return this.pausedBy !== undefined || this.#settings.presence.absence !== undefined;
  }

  startDue(nowMs: number): void {
    const { limiter, owner } = this.#settings;
    const { turns } = owner;
    const { interest, queue } = this.#planner;
    // A subscriber may pause or dispose the fleet, or queue another request, between two starts.
    while (!this.#planner.isDisposed) {
      if (turns.left === 0) return this.#askForTurns(nowMs);
      const isProbe = limiter.breaker === 'open';
      const lane = isProbe ? this.#probeLane(nowMs) : this.#nextLane(nowMs);
      if (lane === -1) break;
      const isPoll = lane !== LANE.caller;
      const target = isProbe && isPoll ? this.#planner.takeProbe(nowMs) : interest.byHandle(queue.take(lane));
      if (target === undefined) break;
      // If another fleet polls the key, a fleet that was stopped for a while notices it only here.
      if (isPoll && !owner.owns(target.key)) this.#planner.plan(target, nowMs);
      else this.#requests.start(target, limiter.acquire(target.key), turns.take());
    }
    turns.drop();
  }

  arm(nowMs: number, deadlineMs: number): void {
    if (this.#planner.isDisposed) return;
    const { turns } = this.#settings.owner;
    // A request that waits for a turn starts when the turn comes, without a timer.
    const callerMs = turns.isAwaited(true) ? Infinity : this.#callerStartMs(nowMs);
    const pollMs = turns.isAwaited(false)
      ? Infinity
      : Math.max(this.#pollStartMs(nowMs), this.#lastAskMs + TURNS_EVERY_MS);
    this.#setAlarm(Math.min(deadlineMs, callerMs, pollMs));
  }

  dispose(): void {
    this.#setAlarm(Infinity);
  }

  /** The lane to serve next; -1 if no request may start. */
  #nextLane(nowMs: number): number {
    const { limiter } = this.#settings;
    const { queue } = this.#planner;
    if (queue.nextMs(LANE.caller) > nowMs) {
      this.#starvationGuard.reset();
      return -1;
    }
    // The lanes that wait for a permit keep their claim on a fair share.
    if (limiter.readyInMs(true) > 0) return -1;
    const { isPaused } = this;
    return this.#starvationGuard.next((lane) => (lane === LANE.caller || !isPaused) && queue.isDue(lane, nowMs));
  }

  /** Like `#nextLane`, while the breaker is open: callers come first, and a poll need not be due. */
  #probeLane(nowMs: number): number {
    // Lanes that were skipped before the stop have no claim after it.
    this.#starvationGuard.reset();
    if (this.#planner.queue.isDue(LANE.caller, nowMs)) return this.#callerStartMs(nowMs) > nowMs ? -1 : LANE.caller;
    return this.#probeStartMs(nowMs) <= nowMs ? LANE.modifying : -1;
  }

  #callerStartMs(nowMs: number): number {
    return this.#planner.queue.isDue(LANE.caller, nowMs) ? nowMs + this.#settings.limiter.readyInMs(true) : Infinity;
  }

  /** While a fleet waits for a probe, it may own no key, and may own some when the probe is due. */
  #probeStartMs(nowMs: number): number {
    const { limiter, owner } = this.#settings;
    const waitMs = limiter.readyInMs(false);
    const mayHaveKeys = this.#planner.queue.nextMs(LANE.modifying) < Infinity || (owner.takesOver && waitMs > 0);
    return mayHaveKeys && !this.isPaused ? nowMs + waitMs : Infinity;
  }

  #pollStartMs(nowMs: number): number {
    const { limiter } = this.#settings;
    if (limiter.breaker === 'open') return this.#probeStartMs(nowMs);
    const dueMs = this.isPaused ? Infinity : this.#planner.queue.nextMs(LANE.modifying);
    return dueMs > nowMs ? Math.max(dueMs, this.#lastAlarmMs + BATCH_MS) : nowMs + limiter.readyInMs(false);
  }

  #askForTurns(nowMs: number): void {
    const { limiter, owner } = this.#settings;
    const isUrgent = this.#callerStartMs(nowMs) <= nowMs;
    if (!isUrgent && this.#pollStartMs(nowMs) > nowMs) return;
    // While polls are paused, most requests that are due cannot use a turn.
    const startable = this.isPaused ? 1 : limiter.startable;
    // A probe need not be due.
    const fromLane = isUrgent ? LANE.caller : LANE.modifying;
    const count = Math.max(1, this.#planner.queue.countDue(fromLane, nowMs, startable));
    // Fewer polls than may start at once wait for others that become due, to ask together.
    if (!isUrgent && count < startable && nowMs < this.#lastAskMs + TURNS_EVERY_MS) return;
    if (!isUrgent) this.#lastAskMs = nowMs;
    owner.turns.ask(count, isUrgent);
  }
}
