import { Cancellation } from '../api/cancellation.js';
import type { Clock } from '../shared/clock.js';
import type { Commits } from '../state/commits.js';
import type { View } from '../state/view.js';
import { createAlarm } from './alarm.js';
import { cadence, type Cadence, type CadenceFacts } from './cadence.js';
import { createCheckedCadence } from './checked-cadence.js';
import { createDueQueue } from './due-queue.js';
import { createStarvationGuard } from './starvation-guard.js';
import {
  selectPollingState,
  selectPollingStatus,
  type PollingState,
  type PollingStateFacts,
  type PollingStatus,
} from './polling-status.js';
import type { Presence } from './presence.js';
import type { GateEvent, Priority, RequestGate } from './request-gate.js';
import { createStatusView } from './status-view.js';
import { createPollTargets, isWanted, type PollTarget } from './poll-targets.js';
import { dueAt, resetBackoff, noteAnswer, noteFailure, noteConfirmed } from './poll-timing.js';

/** How a poll is sent. */
export interface PollCall {
  readonly priority: Priority;
  /** Aborts when the poll target has no interest left. */
  readonly signal: Cancellation;
}

/** The facts about a poll target that its store knows. The scheduler adds the interest in it. */
export interface PollFacts extends Omit<CadenceFacts, 'waiting' | 'observed' | 'tracked'> {
  /** When the record was confirmed, Unix milliseconds. A recent record is not polled at once. */
  readonly confirmedAt?: number | undefined;
  /** The last request failed, a poll or a user's request: after an outage the poll target is due at once. */
  readonly hasFailed?: boolean | undefined;
}

/**
 * Decides when each key is polled. It guarantees:
 *
 * 1. A key with interest is polled once per interval, at its own phase. A key without a record is polled at once.
 * 2. At most one poll per key is in flight. It is aborted when the interest in the key ends.
 * 3. Polls start as fast as the gate takes them, by priority, then by due time. If a high priority takes all starts for
 *    long, each lower priority gets a fourth of them. A key that is overdue by several intervals is polled once.
 * 4. A key that failed waits for its backoff, and at least for its cadence. After an outage, and when the credentials
 *    change, each failed key is due at once.
 * 5. At most one timer is armed for all keys.
 */
export interface Scheduler {
  /** Adds the interest `tracked`. Interest is counted: each call needs one call of `untrack`. */
  track(keys: readonly string[]): void;
  untrack(keys: readonly string[]): void;
  isTracked(key: string): boolean;
  observe(key: string): void;
  unobserve(key: string): void;
  /** Adds the interest of a pending `waitFor`. */
  wait(key: string): void;
  unwait(key: string): void;
  /** To be called after an answer to a user's request: the key is due again one interval later. */
  confirm(key: string): void;
  /** Stops scheduled polls, until `resume`. */
  pause(reason?: string): void;
  resume(): void;
  /** Computed when it is read. Emits a changed state at once, and changed numbers at most four times a second. */
  readonly status: View<PollingStatus>;
  /** Aborts the polls in flight and cancels the timer. */
  dispose(): void;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly commits: Commits;
  readonly gate: RequestGate;
  readonly random: () => number;
  /** Polls a key through the gate. Rejects with a FleetError. */
  readonly poll: (key: string, call: PollCall) => Promise<unknown>;
  readonly factsOf: (key: string) => PollFacts;
  /** @default cadence */
  readonly cadence?: Cadence | undefined;
  readonly presence?: Presence | undefined;
  /** Called when keys gained their first interest, or lost their last one. */
  readonly onKnown?: ((joined: readonly string[], left: readonly string[]) => void) | undefined;
}

const LANES: readonly Priority[] = ['modifying', 'observed', 'tracked'];

/** With many keys, one is due at almost any moment. They are polled in batches, at most this often. */
const BATCH_MS = 10;

/** A shorter interval of a cadence counts as this one. */
const MIN_INTERVAL_MS = 100;

/** Makes a scheduler. Polling starts with the first interest in a key. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, commits, gate, random, poll, factsOf, presence, onKnown } = options;
  const intervalOf = options.cadence ? createCheckedCadence(options.cadence, commits.guard) : cadence;
  const queue = createDueQueue(LANES.length);
  const starvationGuard = createStarvationGuard(LANES.length);
  const targets = createPollTargets(settle);
  const alarm = createAlarm(clock, onAlarm);
  const status = createStatusView(commits, clock, { readStatus, readState });
  const unwatch = [gate.watch(onGateEvent), presence?.watch(() => proceed())];
  let known = 0;
  let running = 0;
  let lastAlarmMs = -Infinity;
  /** A due key waits because the gate could not take its poll. */
  let isBehind = false;
  let pausedBy: string | undefined;
  let isDisposed = false;

  function settle(changed: ReadonlySet<PollTarget>): void {
    if (isDisposed) return;
    const nowMs = clock.monotonic();
    const nowUnixMs = clock.now();
    const joined: string[] = [];
    const left: string[] = [];
    for (const target of changed) {
      if (isWanted(target)) {
        if (!target.isKnown) joined.push(target.key);
        takeUp(target, nowMs, nowUnixMs);
      } else {
        // A key whose interest came and went within one task was never known here, but its views were observed.
        left.push(target.key);
        drop(target);
      }
    }
    if (joined.length + left.length > 0) onKnown?.(joined, left);
    proceed();
  }

  function takeUp(target: PollTarget, nowMs: number, nowUnixMs: number): void {
    if (!target.isKnown) {
      const { resource, confirmedAt = -Infinity } = factsOf(target.key);
      target.isKnown = true;
      if (resource === 'database') known += 1;
      const ageMs = nowUnixMs - confirmedAt;
      // A time in the future comes from another computer's clock.
      if (ageMs >= 0) noteConfirmed(target, nowMs - ageMs);
    }
    plan(target, nowMs);
  }

  function drop(target: PollTarget): void {
    if (target.isKnown && factsOf(target.key).resource === 'database') known -= 1;
    target.isKnown = false;
    queue.delete(target.handle);
    if (target.poll === undefined) targets.release(target);
    else target.poll.abort();
  }

  function plan(target: PollTarget, nowMs: number): void {
    // A target with a poll in flight is planned when the poll ends.
    if (target.poll !== undefined) return;
    const facts = cadenceFacts(factsOf(target.key), target);
    const intervalMs = Math.max(intervalOf(facts), MIN_INTERVAL_MS);
    if (intervalMs === Infinity) return queue.delete(target.handle);
    queue.set(target.handle, dueAt(target, intervalMs, nowMs), laneOf(facts));
  }

  /** Starts due polls, and sets the alarm for the next ones. */
  function proceed(nowMs = clock.monotonic()): void {
    if (isDisposed) return;
    startDue(nowMs);
    alarm.set(isHalted() ? Infinity : nextAlarmMs(nowMs));
    status.changed();
  }

  function isHalted(): boolean {
    return isDisposed || pausedBy !== undefined || presence?.absence !== undefined;
  }

  /** Starts due polls while the gate takes them. An `activity` subscriber may pause or dispose the fleet between two. */
  function startDue(nowMs: number): void {
    while (!isHalted() && (isBehind = queue.nextMs() <= nowMs)) {
      if (running >= gate.concurrency || gate.readyInMs() > 0) return;
      const lane = starvationGuard.next(queue.isDue, nowMs);
      begin(targets.at(queue.take(lane)) as PollTarget, LANES[lane] as Priority);
    }
    starvationGuard.reset();
  }

  function nextAlarmMs(nowMs: number): number {
    const nextMs = queue.nextMs();
    if (nextMs > nowMs) return Math.max(nextMs, lastAlarmMs + BATCH_MS);
    return running < gate.concurrency ? nowMs + gate.readyInMs() : Infinity;
  }

  function onAlarm(): void {
    lastAlarmMs = clock.monotonic();
    proceed(lastAlarmMs);
  }

  function begin(target: PollTarget, priority: Priority): void {
    const signal = new Cancellation();
    target.poll = signal;
    running += 1;
    poll(target.key, { priority, signal }).then(
      () => end(target, signal, (nowMs) => noteAnswer(target, nowMs)),
      (error: unknown) => end(target, signal, (nowMs) => noteFailure(target, error, nowMs, random)),
    );
  }

  function end(target: PollTarget, { aborted }: Cancellation, note: (nowMs: number) => void): void {
    running -= 1;
    target.poll = undefined;
    if (isDisposed) return;
    const nowMs = clock.monotonic();
    // An aborted poll allows no conclusion. If interest has come back meanwhile, the target is polled again.
    if (!aborted) note(nowMs);
    if (isWanted(target)) plan(target, nowMs);
    else if (!target.isKnown) targets.release(target);
    proceed(nowMs);
  }

  function onGateEvent(event: GateEvent): void {
    if (event !== 'changed') retryFailed();
    // Without a waiting poll, a change of the gate affects only the status.
    else if (!isBehind) return status.changed();
    proceed();
  }

  function retryFailed(): void {
    // During an outage only probes were sent, so the skipped turns do not count.
    starvationGuard.reset();
    const nowMs = clock.monotonic();
    for (const target of targets) {
      if (target.failures === 0 && !factsOf(target.key).hasFailed) continue;
      resetBackoff(target);
      target.lastMs = undefined;
      plan(target, nowMs);
    }
  }

  function stateFacts(): PollingStateFacts {
    const { stop, breaker } = gate;
    return { pausedBy, absence: presence?.absence, stop, breaker, nowUnixMs: clock.now() };
  }

  function readState(): PollingState {
    return selectPollingState(stateFacts());
  }

  function readStatus(): PollingStatus {
    const nowMs = clock.monotonic();
    return selectPollingStatus({
      ...stateFacts(),
      known,
      due: queue.countDue(nowMs),
      inFlight: gate.inFlight,
      requestsLastMinute: gate.requestsLastMinute,
      nextDueInMs: queue.nextMs() - nowMs,
    });
  }

  return {
    track: (keys) => keys.forEach((key) => targets.change(key, 'tracked', 1)),
    untrack: (keys) => keys.forEach((key) => targets.change(key, 'tracked', -1)),
    isTracked: (key) => (targets.get(key)?.tracked ?? 0) > 0,
    observe: (key) => targets.change(key, 'observed', 1),
    unobserve: (key) => targets.change(key, 'observed', -1),
    wait(key) {
      targets.change(key, 'waiting', 1);
      // A `waitFor` must not wait for the end of a backoff first.
      resetBackoff(targets.get(key) as PollTarget);
    },
    unwait: (key) => targets.change(key, 'waiting', -1),
    confirm(key) {
      const target = targets.get(key);
      if (target === undefined) return;
      const nowMs = clock.monotonic();
      noteAnswer(target, nowMs);
      if (target.isKnown) plan(target, nowMs);
      proceed(nowMs);
    },
    pause(reason = '') {
      pausedBy = reason;
      proceed();
    },
    resume() {
      pausedBy = undefined;
      proceed();
    },
    status: status.view,
    dispose() {
      isDisposed = true;
      for (const end of unwatch) end?.();
      alarm.set(Infinity);
      status.dispose();
      for (const target of targets) target.poll?.abort();
      targets.clear();
    },
  };
}

/** The members are written out: spreading the facts would take a third of the time that scheduling a poll takes. */
function cadenceFacts(facts: PollFacts, { tracked, observed, waiting }: PollTarget): CadenceFacts {
  const { resource, hasRecord, modifying, active, missing } = facts;
  const interest = { waiting: waiting > 0, observed: observed > 0, tracked: tracked > 0 };
  return { resource, hasRecord, modifying, active, missing, ...interest };
}

function laneOf({ modifying, waiting, observed }: CadenceFacts): number {
  if (modifying || waiting) return 0;
  return observed ? 1 : 2;
}
