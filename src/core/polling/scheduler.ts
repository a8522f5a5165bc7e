import { endedError, type FleetError, type Operation } from '../shared/fleet-error.js';
import type { View } from '../store/view.js';
import { Dispatcher } from './dispatcher.js';
import type { MemberActivity } from './key-owner.js';
import { SHORTEST_WAIT_MS } from './limiter.js';
import { Planner } from './planner.js';
import { isShareable, type Interest, type PollSource, type PollTarget } from './poll-target.js';
import { resetBackoff } from './poll-timing.js';
import type { PollingStatus } from './polling-status.js';
import { Requests } from './requests.js';
import { completeOptions, type SchedulerOptions, type SchedulerSettings } from './scheduler-settings.js';
import { StatusView } from './status-view.js';

export interface PollGroup<T> {
  /** Adds or removes one interest in each key. @param everyMs its own pace, the same when the interest is removed */
  change(keys: readonly string[], interest: keyof Interest, by: 1 | -1, everyMs?: number): void;
  isTracked(key: string): boolean;
  isShared(key: string): boolean;
  /** The store got the record of a key without a request: its age decides when the key is polled next. */
  confirmed(key: string): void;
  /**
   * Requests a key now, before all polls. Callers of a key share one request, and join a poll in flight.
   *
   * @param signal ends this caller's wait only
   * @throws FleetError any error of `PollSource.poll`; `rate-limited`; `aborted`; `disposed`
   */
  request(key: string, signal?: AbortSignal): Promise<T>;
}

/**
 * Decides when each request is sent: a caller's at once, a poll when its key is due. It guarantees:
 *
 * 1. A key with interest is polled once per interval, at its own phase. A key without a record is polled at once.
 * 2. At most one request per key is in flight. A request of callers is aborted when its last caller leaves. A poll is
 *    aborted when the last caller that shares it and the interest in its key are gone.
 * 3. Requests start as fast as the limiter allows, by priority: callers in the order of arrival, then polls by due time.
 *    If a high priority takes all starts for long, each lower priority gets a fourth of them. A key that is overdue by
 *    several intervals is polled once.
 * 4. A key that failed waits for its backoff; a minute after its first failure, for its cadence too. It is due when an
 *    outage or a refusal of the account ends, and when the credentials change, but not before its `Retry-After` ends.
 *    New credentials also make each missing key due. During a stop, keys are polled in turn, one at a time, due or not.
 * 5. A caller whose request is not sent within `queueTimeoutMs` gets `rate-limited`, as soon as that is certain.
 * 6. At most one timer is armed for all keys and callers, and one for a watched status.
 */
export class Scheduler {
  readonly status: View<PollingStatus>;
  readonly #settings: SchedulerSettings;
  readonly #planner: Planner;
  readonly #requests: Requests;
  readonly #dispatcher: Dispatcher;
  readonly #status: StatusView;
  readonly #sources = new Map<PollSource, (keys: readonly string[]) => void>();
  readonly #unwatch: () => void;
  #sends = 0;
  #isProceeding = false;

  constructor(options: SchedulerOptions) {
    const proceed = (nowMs: number): void => this.proceed(nowMs);
    this.#settings = completeOptions(options);
    this.#planner = new Planner(this.#settings, (changed) => this.#onInterestChanged(changed));
    this.#requests = new Requests(this.#settings, this.#planner, proceed);
    this.#dispatcher = new Dispatcher(this.#settings, this.#planner, this.#requests, proceed);
    this.#status = new StatusView(this.#settings, this.#planner, this.#dispatcher);
    this.status = this.#status.view;
    this.#unwatch = this.#settings.presence.watch(() => this.proceed());
  }

  /** For tools: who wants a key, how often it is polled, and when it is due (monotonic). `undefined` for an unknown key. */
  planOf(key: string): { readonly target: Readonly<PollTarget>; readonly dueMs: number | undefined } | undefined {
    const { interest, queue } = this.#planner;
    const target = interest.find(key);
    return target && { target, dueMs: queue.dueMs(target.handle) };
  }

  get askedPerSecond(): number {
    return this.#planner.askedPerSecond;
  }

  /** @param onLeft called with the keys that have lost their last interest */
  register<T>(source: PollSource<T>, onLeft: (keys: readonly string[]) => void = () => {}): PollGroup<T> {
    const { interest } = this.#planner;
    this.#sources.set(source, onLeft);
    return {
      change: (keys, kind, by, everyMs) => {
        for (const key of keys) {
          const target = interest.get(source, key);
          interest.change(target, kind, by, everyMs);
          if (kind !== 'waiting' || by === -1) continue;
          // A `waitFor` must not wait for the end of a backoff first.
          resetBackoff(target);
          this.#settings.owner.retry(key);
        }
      },
      isTracked: (key) => (interest.find(key)?.tracked ?? 0) > 0,
      isShared: (key) => interest.find(key)?.isShared === true,
      confirmed: (key) => {
        const target = interest.find(key);
        if (target !== undefined) this.#planner.confirmed(target, this.#nowMs());
        this.proceed();
      },
      request: (key, signal) => this.#request(source, key, signal) as Promise<T>,
    };
  }

  /**
   * Sends one request that is not shared, such as a create. A caller who aborts it in flight learns its outcome.
   *
   * @param poll sends the request. It gets a key that no other request has
   * @throws FleetError as `PollGroup.request`
   */
  send<T>(operation: Operation, poll: PollSource<T>['poll'], signal?: AbortSignal): Promise<T> {
    const key = `/${(this.#sends += 1)}`;
    // The key has no interest, so it is never polled, and its source needs no facts.
    const source = { operation, isSentOnce: true, poll } as PollSource<T>;
    const answer = this.#request(source, key, signal) as Promise<T>;
    return answer.finally(() => this.#settings.limiter.forget(key));
  }

  /** The error of a request that would certainly wait too long, which is known after a 429. */
  waitError(operation: Operation): FleetError | undefined {
    return this.#requests.waitError(operation);
  }

  onStopped(listener: () => void): () => void {
    const { stopListeners } = this.#requests;
    stopListeners.add(listener);
    return () => void stopListeners.delete(listener);
  }

  pause(reason = ''): void {
    this.#dispatcher.pausedBy = reason;
    this.proceed();
  }

  /** Resumes scheduled polls, and probes a service that refuses the account or does not answer. */
  resume(): void {
    this.#dispatcher.pausedBy = undefined;
    this.#settings.limiter.probeAtOnce();
    this.#planner.retryFailed(this.#nowMs());
    this.proceed();
  }

  credentialsChanged(): void {
    this.#settings.limiter.credentialsChanged();
    // The account of the new credentials may have the databases that were not found.
    this.#planner.retryFailed(this.#nowMs(), true);
    this.proceed();
  }

  proceed(nowMs = this.#nowMs()): void {
    // A subscriber that is notified meanwhile may call this again.
    if (this.#isProceeding || this.#planner.isDisposed) return;
    let deadlineMs: number;
    this.#isProceeding = true;
    try {
      this.#requests.expire(nowMs, nowMs);
      this.#dispatcher.startDue(nowMs);
      // A request that did not start now starts after the shortest wait at the earliest.
      deadlineMs = this.#requests.expire(nowMs, nowMs + SHORTEST_WAIT_MS);
    } finally {
      this.#isProceeding = false;
    }
    this.#dispatcher.arm(nowMs, deadlineMs);
    this.#settings.owner.setActivity(this.#activity());
    this.#status.changed();
  }

  /** Other fleets want these keys at another pace. */
  sharedChanged(keys: Iterable<string>, isWanted: (key: string) => boolean): void {
    const { interest } = this.#planner;
    const sources = [...this.#sources.keys()];
    const nowMs = this.#nowMs();
    for (const key of keys) {
      const isShared = isWanted(key);
      const source = isShared ? sources.find((each) => each.has(key)) : undefined;
      const target = source === undefined ? interest.find(key) : interest.get(source, key);
      if (target === undefined) continue;
      if (target.isShared === isShared) this.#planner.plan(target, nowMs);
      else interest.share(target, isShared);
    }
    this.proceed();
  }

  /** Ends the backoff of a key, because a caller of another fleet waits for an answer. */
  retry(key: string): void {
    const target = this.#planner.interest.find(key);
    if (target === undefined) return;
    resetBackoff(target);
    this.#planner.plan(target, this.#nowMs());
    this.proceed();
  }

  ownershipChanged(): void {
    this.#planner.planOwned(this.#nowMs());
    this.proceed();
  }

  dispose(): void {
    this.#planner.isDisposed = true;
    this.#unwatch();
    this.#dispatcher.dispose();
    this.#status.dispose();
    this.#requests.dispose();
    this.#planner.interest.clear();
  }

  #nowMs(): number {
    return this.#settings.clock.monotonic();
  }

  #request(source: PollSource, key: string, signal?: AbortSignal): Promise<unknown> {
    const { operation } = source;
    const { interest } = this.#planner;
    // A caller joins a request in flight even if a new request could not be sent.
    const canJoin = isShareable(interest.find(key)?.flight);
    const waitError = canJoin ? undefined : this.waitError(operation);
    const refusal = signal?.aborted ? endedError('aborted', operation) : waitError;
    if (refusal !== undefined) return Promise.reject(refusal);
    const answer = this.#requests.call(interest.get(source, key), signal);
    this.proceed();
    return answer;
  }

  #onInterestChanged(changed: ReadonlySet<PollTarget>): void {
    if (this.#planner.isDisposed) return;
    const left = this.#planner.interestChanged(changed);
    for (const [source, onLeft] of this.#sources) {
      const keys = left.filter((target) => target.source === source).map(({ key }) => key);
      if (keys.length > 0) onLeft(keys);
    }
    this.proceed();
  }

  #activity(): MemberActivity {
    const { stop } = this.#settings.limiter;
    // A probe of the service is a poll. So a fleet that may probe can own keys.
    const isBlocked = stop !== undefined && stop.cause !== 'rate-limited' && (stop.leftMs ?? 0) > 0;
    if (this.#dispatcher.isPaused) return 'paused';
    return isBlocked ? 'blocked' : 'polling';
  }
}
