import { deepEqual } from '../shared/deep-equal.js';
import { createSource, type Source } from '../store/source.js';
import type { View } from '../store/view.js';
import { createAlarm, type SetAlarm } from './alarm.js';
import type { Dispatcher } from './dispatcher.js';
import type { Planner } from './planner.js';
import { LANE } from './poll-target.js';
import { pollingMessages, type PollingState, type PollingStatus } from './polling-status.js';
import type { SchedulerSettings } from './scheduler-settings.js';

const MIN_PERIOD_MS = 250;

/** `due` and `requestsLastMinute` change with time alone, without any event. */
const MAX_PERIOD_MS = 1000;

/** A time is computed from two clocks, so the same time differs slightly at each reading. */
const TIME_TOLERANCE_MS = 50;

/** The sum of many rates is rounded: 600 ids at 60 s may ask for slightly more than 10 per second. */
const ROUNDING = 1 + 1e-6;

/** Computes the status when it is read. It emits a changed state at once, changed numbers at most four times a second. */
export class StatusView {
  readonly view: View<PollingStatus>;
  readonly #settings: SchedulerSettings;
  readonly #planner: Planner;
  readonly #dispatcher: Dispatcher;
  readonly #source: Source<PollingStatus>;
  readonly #setAlarm: SetAlarm;
  #status: PollingStatus | undefined;
  #emittedState: PollingState | undefined;
  #emittedMs = -Infinity;
  #isWatched = false;
  #isDisposed = false;

  constructor(settings: SchedulerSettings, planner: Planner, dispatcher: Dispatcher) {
    this.#settings = settings;
    this.#planner = planner;
    this.#dispatcher = dispatcher;
    this.#setAlarm = createAlarm(settings.clock, () => this.#emit());
    const read = (): PollingStatus => this.#current();
    this.#source = createSource(settings.commits, read, (isWatched) => {
      this.#isWatched = isWatched;
      this.#setAlarm(isWatched ? settings.clock.monotonic() + MAX_PERIOD_MS : Infinity);
    });
    this.view = this.#source.view;
  }

  /** To be called when the status may have changed. */
  changed(): void {
    if (!this.#isWatched) return;
    if (this.#emittedState === undefined || !isSame(this.#emittedState, this.#readState())) this.#emit();
    else this.#setAlarm(this.#emittedMs + MIN_PERIOD_MS);
  }

  dispose(): void {
    // All views keep their last value after `dispose`.
    this.#current();
    this.#isDisposed = true;
    this.#isWatched = false;
    this.#setAlarm(Infinity);
  }

  #emit(): void {
    const { clock, commits } = this.#settings;
    this.#emittedState = this.#readState();
    this.#emittedMs = clock.monotonic();
    this.#setAlarm(this.#emittedMs + MAX_PERIOD_MS);
    commits.commit(this.#source.changed);
  }

  #current(): PollingStatus {
    if (this.#isDisposed && this.#status !== undefined) return this.#status;
    const latest = this.#read();
    if (this.#status === undefined || !isSame(this.#status, latest)) this.#status = latest;
    return this.#status;
  }

  /** A pause takes precedence over a 429 or a stop. */
  #readState(): PollingState {
    const { limiter, presence, clock } = this.#settings;
    const { pausedBy } = this.#dispatcher;
    const { breaker, stop } = limiter;
    const now = clock.now();
    const code = pausedBy === undefined ? presence.absence : 'requested';
    if (code !== undefined)
      return { state: 'paused', reason: { code, message: pausedBy || pollingMessages[code] }, breaker };
    if (stop === undefined) return { state: 'running', breaker };
    const { cause, leftMs } = stop;
    const until = leftMs === undefined ? {} : { until: Math.round(now + leftMs) };
    const state = cause === 'rate-limited' ? 'held' : 'stopped';
    return { state, reason: { code: cause, message: pollingMessages[cause] }, ...until, breaker } as PollingState;
  }

  #read(): PollingStatus {
    const { clock, limiter, owner } = this.#settings;
    const { queue, known, askedPerSecond } = this.#planner;
    const nowMs = clock.monotonic();
    const nextDueInMs = queue.nextMs(LANE.modifying) - nowMs;
    // An overload ends at a lower rate than it begins, so that it does not come and go with each subscriber.
    const isOverloaded = askedPerSecond > limiter.perSecond * (this.#status?.overloaded ? 0.95 : ROUNDING);
    const overloaded = { askedPerSecond: Number(askedPerSecond.toPrecision(3)), allowedPerSecond: limiter.perSecond };
    return {
      ...this.#readState(),
      known,
      due: queue.countDue(LANE.modifying, nowMs),
      inFlight: limiter.inFlight,
      requestsLastMinute: limiter.requestsLastMinute,
      ...(nextDueInMs < Infinity && { nextDueAt: Math.round(clock.now() + nextDueInMs) }),
      ...(isOverloaded && { overloaded }),
      ...(owner.status && { sharing: owner.status }),
    };
  }
}

interface Times {
  readonly until?: number | undefined;
  readonly nextDueAt?: number | undefined;
}

function isSame({ until, nextDueAt, ...a }: Times, { until: other, nextDueAt: otherDueAt, ...b }: Times): boolean {
  return isNear(until, other) && isNear(nextDueAt, otherDueAt) && deepEqual(a, b);
}

function isNear(a = 0, b = 0): boolean {
  return Math.abs(a - b) < TIME_TOLERANCE_MS;
}
