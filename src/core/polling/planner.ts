import type { Clock } from '../shared/clock.js';
import { MIN_INTERVAL_MS, type Cadence, type CadenceFacts } from './cadence.js';
import { LANE, type Dispatcher } from './dispatcher.js';
import type { InterestTable } from './interest.js';
import type { KeyOwner } from './key-owner.js';
import { isPolled, isWanted, type PollSource, type PollTarget } from './poll-target.js';
import {
  dueAfterTakeover,
  dueAt,
  recordAnswer,
  recordConfirmation,
  recordFailure,
  resetBackoff,
  retryOnce,
} from './poll-timing.js';
import type { Ending, Requests } from './requests.js';

export interface InterestChange {
  /** A key gained its first interest of this fleet. */
  readonly hasJoined: boolean;
  /** The keys that have lost their last interest of this fleet. */
  readonly left: ReadonlyMap<PollSource, readonly string[]>;
}

export interface PlannerParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly intervalOf: Cadence;
  readonly owner: KeyOwner;
  readonly interest: InterestTable;
  readonly dispatcher: Dispatcher;
  readonly requests: Requests;
}

/** A key that is polled this often is polled as an observed one, also if only other fleets want it. */
const OBSERVED_MS = 15_000;

/**
 * In a fleet that polls at most this many keys, one answer shows the end of an outage: too few keys may fail for the breaker to
 * open. In a larger fleet a few failing keys have problems of their own.
 */
const SMALL_FLEET = 20;

/** Decides when each poll target is due, from its facts, the interest in it and the end of its requests. */
export class Planner {
  readonly #parts: PlannerParts;
  #known = 0;
  #polled = 0;
  // Kept up to date by each plan: a sum over all targets would take milliseconds.
  #askedPerMs = 0;
  #lastProbe = -1;

  constructor(parts: PlannerParts) {
    this.#parts = parts;
  }

  /** The number of counted keys in which this fleet has interest. */
  get known(): number {
    return this.#known;
  }

  /** How many polls all known keys ask for at their intervals. */
  get askedPerSecond(): number {
    return this.#askedPerMs * 1000;
  }

  /** Takes over changes of interest. */
  settle(changed: ReadonlySet<PollTarget>): InterestChange {
    const nowMs = this.#parts.clock.monotonic();
    const left = new Map<PollSource, string[]>();
    let hasJoined = false;
    for (const target of changed) {
      const isOwnInterest = isWanted(target);
      // A key whose interest came and went within one task was never known here, but its views were observed.
      if (!isOwnInterest) addTo(left, target.source, target.key);
      hasJoined ||= isOwnInterest && !target.isKnown;
      this.#setKnown(target, isOwnInterest);
      const isNew = target.intervalMs === undefined;
      if (!isOwnInterest && !target.isShared) this.#leave(target);
      else if (isNew) this.#join(target, nowMs);
      this.#plan(target, nowMs, isNew);
    }
    return { hasJoined, left };
  }

  /** Schedules the next poll of a target. A target with a request is planned when the request ends. */
  plan(target: PollTarget, nowMs: number): void {
    this.#plan(target, nowMs, false);
  }

  /** Schedules the targets that this fleet polls now, and no longer those that it does not poll. */
  planOwned(nowMs: number): void {
    const { interest, owner } = this.#parts;
    for (const target of interest) {
      const { intervalMs, key } = target;
      if (intervalMs !== undefined && (intervalMs === Infinity) === owner.owns(key)) this.plan(target, nowMs);
    }
  }

  /** To be called when the store got the record of a target without a request. */
  confirmed(target: PollTarget): void {
    const nowMs = this.#parts.clock.monotonic();
    if (target.intervalMs === undefined) return;
    this.#adoptAge(target, nowMs);
    this.plan(target, nowMs);
  }

  /** To be called when a request of the target has ended. */
  ended(target: PollTarget, { error, outcome, isCancelled }: Ending, nowMs: number): void {
    // The target is polled again at once, with the current credentials.
    if (outcome === 'outdated') target.lastMs = undefined;
    // A cancelled request allows no conclusion. If interest has come back meanwhile, the target is polled again.
    else if (!isCancelled && error === undefined) recordAnswer(target, nowMs);
    else if (!isCancelled) recordFailure(target, error, nowMs, this.#parts.random);
    this.plan(target, nowMs);
    if (outcome === 'stopped') this.#lastProbe = target.handle;
    if (outcome === 'recovered') this.retryFailed(nowMs);
    if (outcome === 'improved' && this.#polled <= SMALL_FLEET) this.#retryOthers(nowMs);
  }

  /** Makes all targets due whose last request failed. */
  retryFailed(nowMs: number): void {
    const { interest, dispatcher } = this.#parts;
    // During an outage only probes were sent, so the skipped turns do not count.
    dispatcher.resetFairness();
    for (const target of interest) {
      if (target.failures === 0) continue;
      resetBackoff(target);
      target.lastMs = undefined;
      this.plan(target, nowMs);
    }
  }

  /** The keys that this fleet polls. */
  *polledKeys(): Iterable<string> {
    for (const target of this.#parts.interest) if (isPolled(target)) yield target.key;
  }

  /**
   * The handle of the next poll target that can probe the service; `undefined` if there is none. Probes take turns, because
   * the service may refuse a single key for good.
   */
  nextProbe(): number | undefined {
    return this.#parts.interest.next(this.#lastProbe, isIdle)?.handle;
  }

  #retryOthers(nowMs: number): void {
    for (const target of this.#parts.interest) {
      if (target.failures === 0 || target.isRetried) continue;
      retryOnce(target);
      this.plan(target, nowMs);
    }
  }

  #join(target: PollTarget, nowMs: number): void {
    target.intervalMs = Infinity;
    this.#adoptAge(target, nowMs);
  }

  #leave(target: PollTarget): void {
    const { intervalMs = Infinity } = target;
    this.#askedPerMs -= 1 / intervalMs;
    if (intervalMs < Infinity) this.#polled -= 1;
    target.intervalMs = undefined;
    this.#parts.requests.cancelWithoutCallers(target);
  }

  #setKnown(target: PollTarget, isKnown: boolean): void {
    if (target.isKnown === isKnown) return;
    target.isKnown = isKnown;
    if (target.source.isCounted) this.#known += isKnown ? 1 : -1;
  }

  #adoptAge(target: PollTarget, nowMs: number): void {
    const { confirmedAt = -Infinity } = target.source.facts(target.key);
    const ageMs = this.#parts.clock.now() - confirmedAt;
    // A time in the future comes from another computer's clock.
    if (ageMs < 0) return;
    const atMs = nowMs - ageMs;
    // The service has answered since the failure, for another fleet or another program.
    if (atMs > (target.lastMs ?? Infinity)) recordAnswer(target, atMs);
    else recordConfirmation(target, atMs);
  }

  #plan(target: PollTarget, nowMs: number, isNew: boolean): void {
    if (target.flight !== undefined || target.callers !== undefined) return;
    const { owner, dispatcher, interest } = this.#parts;
    const { intervalMs: beforeMs, key, handle } = target;
    if (beforeMs === undefined) {
      owner.intervalMs(key, Infinity);
      dispatcher.delete(handle);
      return interest.release(target);
    }
    const facts = cadenceFacts(target);
    const intervalMs = owner.intervalMs(key, isWanted(target) ? this.#ownIntervalMs(target, facts) : Infinity);
    if (intervalMs === Infinity) dispatcher.delete(handle);
    else {
      // A change of interest may come before `planOwned`, and then shows first that the owner has changed.
      const isTakenOver = owner.takesOver && beforeMs === Infinity && !isNew;
      const dueMs = (isTakenOver ? dueAfterTakeover : dueAt)(target, intervalMs, nowMs);
      dispatcher.schedule(handle, dueMs, laneOf(facts, intervalMs));
    }
    this.#askedPerMs += 1 / intervalMs - 1 / beforeMs;
    this.#polled += Number(intervalMs < Infinity) - Number(beforeMs < Infinity);
    target.intervalMs = intervalMs;
  }

  #ownIntervalMs(target: PollTarget, facts: CadenceFacts): number {
    const { intervalOf, interest } = this.#parts;
    return Math.ceil(Math.max(Math.min(intervalOf(facts), interest.paceMs(target)), MIN_INTERVAL_MS));
  }
}

function isIdle(target: PollTarget): boolean {
  return isPolled(target) && target.flight === undefined && target.callers === undefined;
}

function addTo<K>(lists: Map<K, string[]>, key: K, item: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** The members are written out: spreading the facts would take a third of the time that scheduling a poll takes. */
function cadenceFacts({ source, key, tracked, observed, waiting }: PollTarget): CadenceFacts {
  const { hasRecord, modifying, active, missing } = source.facts(key);
  return {
    resource: source.resource,
    hasRecord,
    modifying,
    active,
    missing,
    waiting: waiting > 0,
    observed: observed > 0,
    tracked: tracked > 0,
  };
}

function laneOf({ modifying, waiting, observed }: CadenceFacts, intervalMs: number): number {
  if (modifying || waiting) return LANE.modifying;
  return observed || intervalMs <= OBSERVED_MS ? LANE.observed : LANE.tracked;
}
