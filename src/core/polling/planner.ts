import type { Clock } from '../shared/clock.js';
import { MIN_INTERVAL_MS, type Cadence, type CadenceFacts } from './cadence.js';
import { LANE, type Dispatcher } from './dispatcher.js';
import { sharedKeyOf, type PollSharing, type SharedScheduler } from './poll-sharing.js';
import { isPolled, isWanted, type PollKind, type PollTarget, type PollTargets } from './poll-targets.js';
import {
  dueAfterTakeover,
  dueAt,
  noteAnswer,
  noteConfirmed,
  noteFailure,
  resetBackoff,
  retryOnce,
} from './poll-timing.js';
import type { Ending, Requests } from './requests.js';

/** Decides when each poll target is due, from its facts, the interest in it and the end of its requests. */
export interface Planner extends Pick<SharedScheduler, 'plan' | 'planOwned'> {
  /** The number of databases in which this fleet has interest. */
  readonly known: number;
  /** How many polls all known keys ask for at their intervals. */
  readonly askedPerSecond: number;
  /** Takes over changes of interest. @returns the keys that have lost their last interest */
  settle(changed: ReadonlySet<PollTarget>): InterestChange;
  /** To be called when the store got the record of a target without a request. */
  confirmed(target: PollTarget): void;
  /** Ends the backoff of a target, in the whole group. */
  retry(target: PollTarget): void;
  /** To be called when a request of the target has ended. */
  ended(target: PollTarget, ending: Ending, nowMs: number): void;
  /** Makes all targets due whose last request failed. */
  retryFailed(nowMs: number): void;
  /** The keys that this fleet polls. */
  polledKeys(): Iterable<string>;
  /**
   * The handle of the next poll target that can probe the service; `undefined` if there is none. Probes take turns, because
   * the service may refuse a single key for good.
   */
  nextProbe(): number | undefined;
}

export interface InterestChange {
  /** A key gained its first interest. */
  readonly hasJoined: boolean;
  readonly left: ReadonlyMap<PollKind, readonly string[]>;
}

export interface PlannerParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly intervalOf: Cadence;
  readonly dispatcher: Dispatcher;
  readonly targets: PollTargets;
  readonly requests: Requests;
  readonly sharing?: PollSharing | undefined;
}

/** A key that other members want this often is observed there. */
const OBSERVED_MS = 15_000;

export function createPlanner(parts: PlannerParts): Planner {
  const { clock, random, intervalOf, dispatcher, targets, requests, sharing } = parts;
  let known = 0;
  /** The databases that only other members of the group want. */
  const foreign = new Set<PollTarget>();
  // Kept up to date by each plan: a sum over all targets would take milliseconds.
  let askedPerMs = 0;
  let lastProbe = -1;

  function join(target: PollTarget, nowMs: number): void {
    setKnown(target, true);
    noteAge(target, nowMs);
  }

  function noteAge(target: PollTarget, nowMs: number): void {
    const { confirmedAt = -Infinity } = target.kind.source.facts(target.key);
    const ageMs = clock.now() - confirmedAt;
    // A time in the future comes from another computer's clock.
    if (ageMs < 0) return;
    const atMs = nowMs - ageMs;
    // The service has answered since the failure, for another member of the group or for another program.
    if (atMs > (target.lastMs ?? Infinity)) resetBackoff(target);
    noteConfirmed(target, atMs);
  }

  function leave(target: PollTarget): void {
    if (target.intervalMs !== undefined) setKnown(target, false);
    requests.cancelWithoutCallers(target);
  }

  function setKnown(target: PollTarget, isKnown: boolean): void {
    askedPerMs -= 1 / (target.intervalMs ?? Infinity);
    target.intervalMs = isKnown ? Infinity : undefined;
    if (target.kind.source.resource === 'database') known += isKnown ? 1 : -1;
  }

  function plan(target: PollTarget, nowMs: number, isNew = false): void {
    if (target.flight !== undefined || target.callers !== undefined) return;
    const { intervalMs: beforeMs } = target;
    const facts = beforeMs === undefined ? undefined : cadenceFacts(target);
    const paceMs = targets.paces.get(target)?.[0] ?? Infinity;
    const ownMs =
      facts === undefined || !isWanted(target)
        ? Infinity
        : Math.ceil(Math.max(Math.min(intervalOf(facts), paceMs), MIN_INTERVAL_MS));
    const intervalMs = sharing === undefined ? ownMs : share(target, ownMs);
    if (facts === undefined || intervalMs === Infinity) dispatcher.delete(target.handle);
    else {
      // An ownership is often noticed first by a change of interest, since the wishes of the last owner are gone.
      const isTakenOver = sharing !== undefined && beforeMs === Infinity && !isNew;
      const dueMs = (isTakenOver ? dueAfterTakeover : dueAt)(target, intervalMs, nowMs);
      const lane = laneOf(facts);
      dispatcher.schedule(target.handle, dueMs, intervalMs <= OBSERVED_MS ? Math.min(lane, LANE.observed) : lane);
    }
    if (beforeMs === undefined) return targets.release(target);
    askedPerMs += 1 / intervalMs - 1 / beforeMs;
    target.intervalMs = intervalMs;
  }

  /** Announces the pace of this fleet. @returns the pace of the whole group if this member owns the key, else `Infinity` */
  function share(target: PollTarget, ownMs: number): number {
    const key = sharedKeyOf(target);
    sharing?.want(key, ownMs);
    if (!sharing?.owns(key)) return Infinity;
    // Another program could have written the paces of others.
    return Math.max(MIN_INTERVAL_MS, Math.ceil(Math.min(ownMs, sharing.wantedMs(key))));
  }

  function retryFailed(nowMs: number): void {
    // During an outage only probes were sent, so the skipped turns do not count.
    dispatcher.resetFairness();
    for (const target of targets) {
      if (target.failures === 0) continue;
      resetBackoff(target);
      target.lastMs = undefined;
      plan(target, nowMs);
    }
  }

  function retryOthers(nowMs: number): void {
    for (const target of targets) {
      if (target.failures === 0 || target.isRetried) continue;
      retryOnce(target);
      plan(target, nowMs);
    }
  }

  return {
    get known() {
      return known - foreign.size;
    },
    get askedPerSecond() {
      return askedPerMs * 1000;
    },
    settle(changed) {
      const nowMs = clock.monotonic();
      const left = new Map<PollKind, string[]>();
      let hasJoined = false;
      for (const target of changed) {
        const isOwnInterest = isWanted(target);
        // A key whose interest came and went within one task was never known here, but its views were observed.
        if (!isOwnInterest) addTo(left, target.kind, target.key);
        const isNew = target.intervalMs === undefined;
        if (target.isShared && !isOwnInterest && target.kind.source.resource === 'database') foreign.add(target);
        else if (foreign.size > 0) foreign.delete(target);
        if (!isOwnInterest && !target.isShared) leave(target);
        else if (isNew) {
          hasJoined ||= isOwnInterest;
          join(target, nowMs);
        }
        plan(target, nowMs, isNew);
      }
      return { hasJoined, left };
    },
    plan: (target, nowMs) => plan(target, nowMs),
    planOwned(nowMs) {
      for (const target of targets) {
        const { intervalMs } = target;
        const isOwned = sharing === undefined || sharing.owns(sharedKeyOf(target));
        if (intervalMs !== undefined && (intervalMs === Infinity) === isOwned) plan(target, nowMs);
      }
    },
    confirmed(target) {
      const nowMs = clock.monotonic();
      if (target.intervalMs === undefined) return;
      noteAge(target, nowMs);
      plan(target, nowMs);
    },
    retry(target) {
      resetBackoff(target);
      sharing?.retry(sharedKeyOf(target));
    },
    ended(target, { error, outcome, isCancelled }, nowMs) {
      // The target is polled again at once, with the current credentials.
      if (outcome === 'outdated') target.lastMs = undefined;
      // A cancelled request allows no conclusion. If interest has come back meanwhile, the target is polled again.
      else if (!isCancelled && error === undefined) noteAnswer(target, nowMs);
      else if (!isCancelled) noteFailure(target, error, nowMs, random);
      plan(target, nowMs);
      if (outcome === 'stopped') lastProbe = target.handle;
      if (outcome === 'recovered') retryFailed(nowMs);
      if (outcome === 'improved') retryOthers(nowMs);
    },
    retryFailed,
    *polledKeys() {
      for (const target of targets) if (isPolled(target)) yield target.key;
    },
    nextProbe: () => targets.next(lastProbe, isIdle)?.handle,
  };
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
function cadenceFacts({ kind, key, tracked, observed, waiting }: PollTarget): CadenceFacts {
  const { resource } = kind.source;
  const { hasRecord, modifying, active, missing } = kind.source.facts(key);
  const interest = { waiting: waiting > 0, observed: observed > 0, tracked: tracked > 0 };
  return { resource, hasRecord, modifying, active, missing, ...interest };
}

function laneOf({ modifying, waiting, observed }: CadenceFacts): number {
  if (modifying || waiting) return LANE.modifying;
  return observed ? LANE.observed : LANE.tracked;
}
