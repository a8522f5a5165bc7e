import { MIN_INTERVAL_MS, type PollFacts } from './cadence.js';
import { DueQueue } from './due-queue.js';
import { InterestTable } from './interest.js';
import type { Outcome } from './limiter.js';
import { cancelUnshared, isWanted, LANE, type PollTarget } from './poll-target.js';
import { dueAt, recordAnswer, recordConfirmation, resetBackoff, retryOnce } from './poll-timing.js';
import type { SchedulerSettings } from './scheduler-settings.js';

/** A key that is polled this often counts as observed, even if only other fleets want it. */
const OBSERVED_MS = 15_000;

/** With at most this many keys, one answer shows that an outage is over. In a larger fleet the breaker finds it. */
const SMALL_FLEET = 20;

/** Decides when each poll target is due, from its facts, the interest in it and the end of its requests. */
export class Planner {
  readonly interest: InterestTable;
  readonly queue = new DueQueue(Object.keys(LANE).length);
  /** The number of databases that this fleet itself wants. */
  known = 0;
  isDisposed = false;
  readonly #settings: SchedulerSettings;
  #polled = 0;
  // A sum over all targets would take milliseconds.
  #askedPerMs = 0;
  #lastProbe = 0;

  constructor(settings: SchedulerSettings, onInterestChanged: (changed: ReadonlySet<PollTarget>) => void) {
    this.#settings = settings;
    this.interest = new InterestTable(onInterestChanged);
  }

  /** The rate of polls that all keys ask for with their intervals, also the keys that other fleets poll. */
  get askedPerSecond(): number {
    return Math.max(this.#askedPerMs, this.#settings.owner.askedPerMs ?? 0) * 1000;
  }

  /** Plans targets whose interest changed. @returns the targets that lost their last interest */
  interestChanged(changed: ReadonlySet<PollTarget>): readonly PollTarget[] {
    const nowMs = this.#settings.clock.monotonic();
    const left: PollTarget[] = [];
    for (const target of changed) {
      const isOwnInterest = isWanted(target);
      // A key whose interest came and went within one task was never known here, but its views were observed.
      if (!isOwnInterest) left.push(target);
      if (target.isKnown !== isOwnInterest) {
        target.isKnown = isOwnInterest;
        if (target.source.operation === 'get-database') this.known += isOwnInterest ? 1 : -1;
      }
      const isNew = target.intervalMs === undefined;
      if (!isOwnInterest && !target.isShared) {
        this.#count(target.intervalMs, -1);
        target.intervalMs = undefined;
        cancelUnshared(target);
      } else if (isNew) {
        target.intervalMs = Infinity;
        this.#adoptAge(target, nowMs);
      }
      this.plan(target, nowMs, isNew);
    }
    return left;
  }

  /** Schedules the next poll, unless the end of a pending request does it. @param isNew nothing wanted it before */
  plan(target: PollTarget, nowMs: number, isNew = false): void {
    if (target.flight !== undefined || target.callers !== undefined) return;
    const { owner, cadence, clock } = this.#settings;
    const { intervalMs: beforeMs, key, handle } = target;
    if (beforeMs === undefined) {
      owner.intervalMs(key, Infinity);
      this.queue.delete(handle);
      return this.interest.release(target);
    }
    const facts = target.source.facts(key, target, clock.now());
    const wantedMs = isWanted(target) ? Math.min(cadence(facts), this.interest.paceMs(target)) : Infinity;
    const intervalMs = owner.intervalMs(key, Math.ceil(Math.max(wantedMs, MIN_INTERVAL_MS)));
    // A change of interest before `planOwned` can be the first sign of a new owner.
    if (owner.takesOver && beforeMs === Infinity) target.isTakenOver = !isNew;
    if (intervalMs === Infinity) this.queue.delete(handle);
    else this.queue.set(handle, dueAt(target, intervalMs, nowMs), laneOf(facts, intervalMs));
    this.#count(beforeMs, -1);
    this.#count(intervalMs, 1);
    target.intervalMs = intervalMs;
  }

  /** Schedules the targets that this fleet has come to own, and unschedules the targets that it has lost. */
  planOwned(nowMs: number): void {
    for (const target of this.interest) {
      const isOwned = target.intervalMs !== Infinity;
      if (isOwned !== this.#settings.owner.owns(target.key)) this.plan(target, nowMs);
    }
  }

  confirmed(target: PollTarget, nowMs: number): void {
    this.#adoptAge(target, nowMs);
    this.plan(target, nowMs);
  }

  ended(target: PollTarget, outcome: Outcome, nowMs: number): void {
    target.isTakenOver = false;
    this.plan(target, nowMs);
    if (outcome === 'stopped') this.#lastProbe = target.handle;
    if (outcome === 'recovered') this.retryFailed(nowMs);
    if (outcome === 'improved' && this.#polled <= SMALL_FLEET) this.#retryOthers(nowMs);
  }

  /** Makes all targets due whose last request failed. @param withMissing also targets that the service did not find */
  retryFailed(nowMs: number, withMissing = false): void {
    const now = this.#settings.clock.now();
    for (const target of this.interest) {
      const isMissing = withMissing && isPolled(target) && target.source.facts(target.key, target, now).missing;
      if (target.failures === 0 && !isMissing) continue;
      resetBackoff(target);
      target.lastMs = undefined;
      this.plan(target, nowMs);
    }
  }

  /** Whether a set has all polled keys. */
  includesPolled(keys: ReadonlySet<string>): boolean {
    // In a large fleet with many refused keys, a search after each refusal would take seconds of each second.
    if (keys.size < this.#polled) return false;
    for (const target of this.interest) if (isPolled(target) && !keys.has(target.key)) return false;
    return true;
  }

  /**
   * Takes the next target that can probe the service. Probes take turns, because the service may refuse one key for
   * good. A key waits for its `Retry-After`, unless all keys do.
   */
  takeProbe(nowMs: number): PollTarget | undefined {
    const isReady = (target: PollTarget): boolean => isIdle(target) && (target.retryAfterEndMs ?? -Infinity) <= nowMs;
    const probe = this.interest.next(this.#lastProbe, isReady) ?? this.interest.next(this.#lastProbe, isIdle);
    if (probe !== undefined) this.queue.delete(probe.handle);
    return probe;
  }

  #retryOthers(nowMs: number): void {
    for (const target of this.interest) {
      if (target.failures === 0 || target.isRetried) continue;
      retryOnce(target);
      this.plan(target, nowMs);
    }
  }

  #adoptAge(target: PollTarget, nowMs: number): void {
    const ageMs = this.#settings.clock.now() - (target.source.confirmedAt(target.key) ?? Infinity);
    // The record was never confirmed, or the clock of another computer gave a time in the future.
    if (ageMs < 0) return;
    const atMs = nowMs - ageMs;
    // The service has answered since the failure, for another fleet or another program.
    if (atMs > (target.lastMs ?? Infinity)) recordAnswer(target, atMs);
    else recordConfirmation(target, atMs);
  }

  #count(intervalMs = Infinity, by: 1 | -1): void {
    if (intervalMs === Infinity) return;
    this.#polled += by;
    this.#askedPerMs += by / intervalMs;
  }
}

function isPolled({ intervalMs = Infinity }: PollTarget): boolean {
  return intervalMs < Infinity;
}

function isIdle(target: PollTarget): boolean {
  return isPolled(target) && target.flight === undefined;
}

function laneOf({ modifying, waiting, observed }: PollFacts, intervalMs: number): number {
  if (modifying || waiting) return LANE.modifying;
  return observed || intervalMs <= OBSERVED_MS ? LANE.observed : LANE.tracked;
}
