import type { Clock } from '../shared/clock.js';
import type { FleetError, Operation } from '../shared/fleet-error.js';
import type { Commits } from '../store/commits.js';
import type { View } from '../store/view.js';
import { cadence, type Cadence } from './cadence.js';
import { createCheckedCadence } from './checked-cadence.js';
import { createDispatcher } from './dispatcher.js';
import { SHORTEST_WAIT_MS, type Limiter, type LimiterStop } from './limiter.js';
import { createPollGroup, type PollGroup } from './poll-group.js';
import { createPlanner } from './planner.js';
import type { MemberActivity, PollSharing } from './poll-sharing.js';
import { createPollTargets, type PollKind, type PollSource, type PollTarget } from './poll-targets.js';
import {
  selectOverload,
  selectPollingState,
  selectPollingStatus,
  type PollingOverload,
  type PollingState,
  type PollingStateFacts,
  type PollingStatus,
} from './polling-status.js';
import type { Presence } from './presence.js';
import { createRequests, type Ending } from './requests.js';
import { createStatusView } from './status-view.js';

/**
 * Decides when each request is sent: a caller's at once, a poll when its key is due. It guarantees:
 *
 * 1. A key with interest is polled once per interval, at its own phase. A key without a record is polled at once.
 * 2. At most one request per key is in flight. A request of callers is aborted when its last caller leaves. A poll is
 *    aborted when the last caller that shares it and the interest in its key are gone.
 * 3. Requests start as fast as the limiter allows, by priority: callers in the order of arrival, then polls by due time.
 *    If a high priority takes all starts for long, each lower priority gets a fourth of them. A key that is overdue by
 *    several intervals is polled once.
 * 4. A key that failed waits for its backoff, and at least for its cadence. After an outage or a refusal of the account,
 *    and when the credentials change, each failed key is due at once. During them one key at a time is polled as the
 *    probe, each time the next one, whether it is due or not.
 * 5. A caller whose request is not sent within `queueTimeoutMs` gets `rate-limited`, as soon as that is certain.
 * 6. At most one timer is armed for all keys and callers.
 */
export interface Scheduler {
  /** Makes the keys of a source known to the scheduler. */
  register<T>(source: PollSource<T>): PollGroup<T>;
  /**
   * Sends one request that is not shared, such as a create. A caller who aborts it in flight learns its outcome.
   *
   * @throws FleetError as `PollGroup.request`
   */
  send<T>(
    operation: Operation,
    send: (signal: AbortSignal, turn?: number) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** The error of a request that would certainly wait longer than `queueTimeoutMs`, which is known after a 429. */
  waitError(operation: Operation): FleetError | undefined;
  /** Why the limiter starts no request, if it does not. */
  readonly stop: LimiterStop | undefined;
  /** Calls `listener` after each failure that stops all polls. @returns a function that ends this */
  onStopped(listener: () => void): () => void;
  /** Stops scheduled polls, until `resume`. */
  pause(reason?: string): void;
  /** Resumes scheduled polls. If the service refuses the account or does not answer, a probe is sent at once. */
  resume(): void;
  /** To be called when the account's credentials changed. */
  credentialsChanged(): void;
  /** Computed when it is read. Emits a changed state at once, and changed numbers at most four times a second. */
  readonly status: View<PollingStatus>;
  /** Aborts all requests, and cancels the timer. */
  dispose(): void;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly commits: Commits;
  readonly limiter: Limiter;
  readonly random: () => number;
  /** @default cadence */
  readonly cadence?: Cadence | undefined;
  readonly presence?: Presence | undefined;
  /** @default 30000 */
  readonly queueTimeoutMs?: number | undefined;
  /** Makes the controller of each request. @default a new AbortController */
  readonly createController?: (() => AbortController) | undefined;
  /** Called when a key gains its first interest. */
  readonly onInterest?: (() => void) | undefined;
  /** Shares the polls with other fleets. @default this fleet polls all of its keys */
  readonly sharing?: PollSharing | undefined;
}

const DEFAULT_QUEUE_TIMEOUT_MS = 30_000;

/** Makes a scheduler. Polling starts with the first interest in a key. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, commits, limiter, random, presence, createController, onInterest, sharing } = options;
  const { queueTimeoutMs = DEFAULT_QUEUE_TIMEOUT_MS } = options;
  const intervalOf = options.cadence ? createCheckedCadence(options.cadence, commits.guard) : cadence;
  const targets = createPollTargets(onInterestChanged);
  const isPaused = (): boolean => pausedBy !== undefined || presence?.absence !== undefined;
  const shared = sharing?.attach({
    clock,
    targets,
    plan: (target, nowMs) => planner.plan(target, nowMs),
    planOwned: (nowMs) => planner.planOwned(nowMs),
    onChanged: () => proceed(),
  });
  const dispatcher = createDispatcher({
    clock,
    limiter,
    isPaused,
    nextProbe: () => planner.nextProbe(),
    keyOf: (handle) => targets.at(handle).key,
    start: (handle, permit, turn) => requests.start(targets.at(handle), permit, turn),
    onAlarm: proceed,
    turns: shared?.turns,
    skip: shared && ((handle) => shared.skip(targets.at(handle))),
  });
  const requests = createRequests({
    clock,
    limiter,
    queueTimeoutMs,
    commit: commits.commit,
    polledKeys: () => planner.polledKeys(),
    createController,
    onQueued: (target) => dispatcher.call(target.handle),
    onUnqueued: (target) => planner.plan(target, clock.monotonic()),
    onLeft: () => proceed(),
    onEnded,
  });
  const planner = createPlanner({ clock, random, intervalOf, dispatcher, targets, requests, sharing });
  const status = createStatusView(commits, clock, { readStatus, readState });
  const stopListeners = new Set<() => void>();
  const unwatch = presence?.watch(() => proceed());
  let sends = 0;
  let overload: PollingOverload | undefined;
  let isProceeding = false;
  let pausedBy: string | undefined;
  let isDisposed = false;

  function onInterestChanged(changed: ReadonlySet<PollTarget>): void {
    if (isDisposed) return;
    const { hasJoined, left } = planner.settle(changed);
    if (hasJoined) onInterest?.();
    for (const [{ leftListeners }, keys] of left) for (const listener of leftListeners) listener(keys);
    proceed();
  }

  function activity(): MemberActivity {
    const { stop } = limiter;
    // A probe of the service is a poll. So a member that may probe can own keys.
    const isBlocked = stop !== undefined && stop.cause !== 'rate-limited' && (stop.leftMs ?? 0) > 0;
    if (isPaused()) return 'paused';
    return isBlocked ? 'blocked' : 'polling';
  }

  /** Starts what may start, and sets the timer. Subscribers that are notified meanwhile may call this again. */
  function proceed(nowMs = clock.monotonic()): void {
    if (isProceeding || isDisposed) return;
    let deadlineMs: number;
    isProceeding = true;
    try {
      requests.expire(nowMs, nowMs);
      dispatcher.startDue(nowMs);
      deadlineMs = requests.expire(nowMs, nowMs + SHORTEST_WAIT_MS);
    } finally {
      isProceeding = false;
    }
    dispatcher.setAlarm(nowMs, deadlineMs);
    sharing?.setActivity(activity());
    status.changed();
  }

  function onEnded(target: PollTarget, ending: Ending, nowMs: number): void {
    planner.ended(target, ending, nowMs);
    proceed(nowMs);
    if (ending.outcome === 'stopped') for (const listener of stopListeners) listener();
  }

  function credentialsChanged(): void {
    limiter.credentialsChanged();
    planner.retryFailed(clock.monotonic());
    proceed();
  }

  function stateFacts(): PollingStateFacts {
    const { stop, breaker } = limiter;
    return { pausedBy, absence: presence?.absence, stop, breaker, nowUnixMs: clock.now() };
  }

  function readState(): PollingState {
    return selectPollingState(stateFacts());
  }

  function readStatus(): PollingStatus {
    const nowMs = clock.monotonic();
    overload = selectOverload(planner.askedPerSecond, limiter.perSecond, overload);
    return selectPollingStatus({
      ...stateFacts(),
      overload,
      known: planner.known,
      due: dispatcher.countDue(nowMs),
      inFlight: limiter.inFlight,
      requestsLastMinute: limiter.requestsLastMinute,
      nextDueInMs: dispatcher.nextPollMs() - nowMs,
      sharing: sharing?.status,
    });
  }

  const parts = { targets, requests, planner, proceed: () => proceed() };

  return {
    register(source) {
      const kind = createKind(source, false);
      shared?.register(kind);
      return createPollGroup(kind, parts);
    },
    send: <T>(operation: Operation, send: (signal: AbortSignal, turn?: number) => Promise<T>, signal?: AbortSignal) => {
      const poll = (_: string, cancelled: AbortSignal, turn?: number): Promise<T> => send(cancelled, turn);
      const source = { ...NEVER_POLLED, operation, poll };
      const key = `/${(sends += 1)}`;
      const answer = createPollGroup<T>(createKind(source, true), parts).request(key, signal);
      return answer.finally(() => limiter.forget(key));
    },
    waitError: requests.waitError,
    get stop() {
      return limiter.stop;
    },
    onStopped(listener) {
      stopListeners.add(listener);
      return () => void stopListeners.delete(listener);
    },
    pause(reason = '') {
      pausedBy = reason;
      proceed();
    },
    resume() {
      pausedBy = undefined;
      limiter.probeAtOnce();
      // Otherwise the answer to the probe makes them due.
      if (limiter.breaker === 'closed') planner.retryFailed(clock.monotonic());
      proceed();
    },
    credentialsChanged,
    status: status.view,
    dispose() {
      isDisposed = true;
      unwatch?.();
      dispatcher.dispose();
      status.dispose();
      requests.dispose(targets);
      targets.clear();
    },
  };
}

function createKind(source: PollSource, tellsOutcome: boolean): PollKind {
  return { source, targets: new Map(), tellsOutcome, leftListeners: new Set() };
}

/** The source of a request that is sent once. */
const NEVER_POLLED = {
  resource: 'database',
  facts: () => ({ hasRecord: false, modifying: false, active: false, missing: false }),
  onRequested() {},
  onCancelled() {},
  onNotSent() {},
} as const;
