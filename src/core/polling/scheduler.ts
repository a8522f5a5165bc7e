import { Cancellation } from '../api/cancellation.js';
import type { Clock } from '../shared/clock.js';
import type { Commits } from '../state/commits.js';
import type { View } from '../state/view.js';
import { createAlarm } from './alarm.js';
import { cadence, type Cadence, type CadenceFacts } from './cadence.js';
import { createCheckedCadence } from './checked-cadence.js';
import { createDueQueue } from './due-queue.js';
import { createStarvationGuard } from './starvation-guard.js';
import type { PollCall } from './poll-call.js';
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

/** What is known of a key; who is interested in it the scheduler knows itself. */
export interface PollFacts extends Omit<CadenceFacts, 'waiting' | 'observed' | 'tracked'> {
  /** When its record was confirmed, Unix milliseconds: a record that is young enough is not asked for at once. */
  readonly confirmedAt?: number | undefined;
  /** The last attempt failed, be it a user's: the key is due at once when the service is back. */
  readonly hasFailed?: boolean | undefined;
}

/**
 * Says when what is polled. It guarantees:
 *
 * 1. A key that somebody is interested in is polled once in each of its intervals, at its own time of it; one without
 *    a record at once.
 * 2. At most one poll of a key is under way. When nobody is interested in it any more, that one is aborted.
 * 3. Keys are polled as the gate takes them: first by priority, then by the time they were due. In a flood of a high
 *    priority each lower one gets a fourth of the turns, after a while. However long it had to wait, a key is caught up
 *    with once.
 * 4. A key that failed waits for its backoff, and never less than for its cadence. After an outage, and with other
 *    credentials, each key that failed is due at once.
 * 5. One timer at most is armed for all of them.
 */
export interface Scheduler {
  /** Keeps the keys known. Interest is counted: each call is to be undone once. */
  track(keys: readonly string[]): void;
  untrack(keys: readonly string[]): void;
  isTracked(key: string): boolean;
  observe(key: string): void;
  unobserve(key: string): void;
  /** Somebody waits for the key to change. */
  wait(key: string): void;
  unwait(key: string): void;
  /** To be called when there was an answer for the key that nobody polled for: it is due again one interval later. */
  confirm(key: string): void;
  /** Stops scheduled polls, until `resume`. */
  pause(reason?: string): void;
  resume(): void;
  /** Computed when it is read; told at most four times a second, and at once when the state changes. */
  readonly status: View<PollingStatus>;
  /** Aborts what is under way. No timer is left. */
  dispose(): void;
}

export interface SchedulerOptions {
  readonly clock: Clock;
  readonly commits: Commits;
  readonly gate: RequestGate;
  readonly random: () => number;
  /** Polls a key through the gate. Rejects when there was no answer, with a FleetError. */
  readonly poll: (key: string, call: PollCall) => Promise<unknown>;
  readonly factsOf: (key: string) => PollFacts;
  /** @default cadence */
  readonly cadence?: Cadence | undefined;
  readonly presence?: Presence | undefined;
  /** Called when keys became known, or no longer are. */
  readonly onKnown?: ((joined: readonly string[], left: readonly string[]) => void) | undefined;
}

const LANES: readonly Priority[] = ['modifying', 'observed', 'tracked'];

/** Among many keys one is due at any moment: they are looked at no more often than this. */
const REST_MS = 10;

/** What a cadence says is not taken for less. */
const SHORTEST_INTERVAL_MS = 100;

/** Makes a scheduler. It starts by itself as soon as somebody is interested in a key. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { clock, commits, gate, random, poll, factsOf, presence, onKnown } = options;
  const intervalOf = options.cadence ? createCheckedCadence(options.cadence, commits.guard) : cadence;
  const queue = createDueQueue(LANES.length);
  const turns = createStarvationGuard(LANES.length);
  const targets = createPollTargets(settle);
  const alarm = createAlarm(clock, ring);
  const status = createStatusView(commits, clock, { readStatus, readState });
  const forgets = [gate.watch(onNews), presence?.watch(() => proceed())];
  let known = 0;
  let running = 0;
  let rangMs = -Infinity;
  /** Something is due that the gate could not take. */
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
        welcome(target, nowMs, nowUnixMs);
      } else {
        // What came and went within one turn was never known here, but whoever heard of it has to let go of it.
        left.push(target.key);
        drop(target);
      }
    }
    if (joined.length + left.length > 0) onKnown?.(joined, left);
    proceed();
  }

  function welcome(target: PollTarget, nowMs: number, nowUnixMs: number): void {
    if (!target.isKnown) {
      const { resource, confirmedAt = -Infinity } = factsOf(target.key);
      target.isKnown = true;
      if (resource === 'database') known += 1;
      const ageMs = nowUnixMs - confirmedAt;
      // A time that is still to come was written by another clock.
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
    // What is under way is planned at its end.
    if (target.poll !== undefined) return;
    const facts = cadenceFacts(factsOf(target.key), target);
    const intervalMs = Math.max(intervalOf(facts), SHORTEST_INTERVAL_MS);
    if (intervalMs === Infinity) return queue.delete(target.handle);
    queue.set(target.handle, dueAt(target, intervalMs, nowMs), laneOf(facts));
  }

  /** Hands over what is due, and comes back when there is more. */
  function proceed(nowMs = clock.monotonic()): void {
    if (isDisposed) return;
    handOver(nowMs);
    alarm.set(isHalted() ? Infinity : wakeMs(nowMs));
    status.changed();
  }

  function isHalted(): boolean {
    return isDisposed || pausedBy !== undefined || presence?.absence !== undefined;
  }

  /** As much of what is due as the gate can take. Whoever hears of a poll may pause the others, or end it all. */
  function handOver(nowMs: number): void {
    while (!isHalted() && (isBehind = queue.nextMs() <= nowMs)) {
      if (running >= gate.concurrency || gate.readyInMs() > 0) return;
      const lane = turns.next(queue.isDue, nowMs);
      begin(targets.at(queue.take(lane)) as PollTarget, LANES[lane] as Priority);
    }
    turns.reset();
  }

  function wakeMs(nowMs: number): number {
    const nextMs = queue.nextMs();
    if (nextMs > nowMs) return Math.max(nextMs, rangMs + REST_MS);
    return running < gate.concurrency ? nowMs + gate.readyInMs() : Infinity;
  }

  function ring(): void {
    rangMs = clock.monotonic();
    proceed(rangMs);
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
    // What was given up says nothing. Where somebody came back meanwhile, it is asked for again.
    if (!aborted) note(nowMs);
    if (isWanted(target)) plan(target, nowMs);
    else if (!target.isKnown) targets.release(target);
    proceed(nowMs);
  }

  function onNews(news: GateEvent): void {
    if (news !== 'changed') retryFailed();
    // That the gate can take more matters to those who wait for that alone.
    else if (!isBehind) return status.changed();
    proceed();
  }

  function retryFailed(): void {
    // What was passed over in an outage was passed over by probes.
    turns.reset();
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
      // Whoever waits is not to wait for the end of a backoff first.
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
      for (const forget of forgets) forget?.();
      alarm.set(Infinity);
      status.dispose();
      for (const target of targets) target.poll?.abort();
      targets.clear();
    },
  };
}

/** Spelled out: to spread the facts would be a third of what a poll costs. */
function cadenceFacts(facts: PollFacts, { tracked, observed, waiting }: PollTarget): CadenceFacts {
  const { resource, hasRecord, modifying, active, missing } = facts;
  const interest = { waiting: waiting > 0, observed: observed > 0, tracked: tracked > 0 };
  return { resource, hasRecord, modifying, active, missing, ...interest };
}

function laneOf({ modifying, waiting, observed }: CadenceFacts): number {
  if (modifying || waiting) return 0;
  return observed ? 1 : 2;
}
