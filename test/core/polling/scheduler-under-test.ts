import type { Cancellation } from '../../../src/core/api/cancellation.js';
import type { Cadence } from '../../../src/core/polling/cadence.js';
import { createPresence, type PageLike } from '../../../src/core/polling/presence.js';
import {
  createRequestGate,
  type RequestGate,
  type RequestGateOptions,
} from '../../../src/core/polling/request-gate.js';
import { createSleepAwareClock } from '../../../src/core/polling/sleep-aware-clock.js';
import { createScheduler, type PollFacts, type Scheduler } from '../../../src/core/polling/scheduler.js';
import type { Clock } from '../../../src/core/shared/clock.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { createCommits } from '../../../src/core/state/commits.js';
import { createCountingClock, type CountingClock } from '../../support/counting-clock.js';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.js';

/** What the service answers: all is well, a failure, or nothing until the test does; `deaf` is nothing to an abort, too. */
export type Answer = FleetErrorCode | 'ok' | 'none' | 'deaf';

export interface Poll {
  readonly key: string;
  readonly atMs: number;
  readonly signal: Cancellation;
  readonly answer: () => void;
}

export interface SchedulerUnderTest {
  readonly scheduler: Scheduler;
  readonly gate: RequestGate;
  readonly virtual: VirtualClock;
  readonly timers: CountingClock;
  /** What was sent. */
  readonly polls: Poll[];
  /** How many began and were not sent yet. */
  readonly waiting: number;
  readonly errors: unknown[];
  /** What is known of a key; `{}`: an active database with a record. */
  readonly facts: Map<string, Partial<PollFacts>>;
  readonly known: Set<string>;
  /** What the service answers from now on. */
  respond(answer: Answer | ((key: string) => Answer), latencyMs?: number): void;
  /** When a key was polled since `fromMs`. */
  timesOf(key: string, fromMs?: number): number[];
  countSince(fromMs: number): number;
  /** Lets so much time pass. */
  advance(ms: number): Promise<void>;
}

export interface SchedulerTestOptions extends Partial<Omit<RequestGateOptions, 'clock'>> {
  readonly cadence?: Cadence;
  readonly page?: PageLike;
  readonly resolutionMs?: number;
  /** Time goes on between any two looks at it, as it does outside of tests. */
  readonly isRestless?: boolean;
  /** A poll has something else to do before it comes to the gate. */
  readonly isRoundabout?: boolean;
}

export function createSchedulerUnderTest(options: SchedulerTestOptions = {}): SchedulerUnderTest {
  const {
    cadence,
    page,
    resolutionMs,
    isRestless = false,
    isRoundabout = false,
    random = () => 0.5,
    ...gateOptions
  } = options;
  const virtual = createVirtualClock(resolutionMs);
  const timers = createCountingClock(virtual);
  const { uncorrected, corrected: clock } = createSleepAwareClock(isRestless ? createRestlessClock(timers) : timers);
  const gate = createRequestGate({ clock: uncorrected, random, ...gateOptions });
  const polls: Poll[] = [];
  const errors: unknown[] = [];
  const facts = new Map<string, Partial<PollFacts>>();
  const known = new Set<string>();
  const answered = new Set<string>();
  let waiting = 0;
  let answerOf = (_: string): Answer => 'ok';
  let latencyMs = 20;

  function send(key: string, signal: Cancellation): Promise<void> {
    const answer = answerOf(key);
    return new Promise((resolve, reject) => {
      const fail = (code: FleetErrorCode): void => reject(new FleetError(code, 'get-database', 'x'));
      if (answer !== 'deaf') signal.onAbort(() => fail('aborted'));
      polls.push({ key, atMs: clock.monotonic(), signal, answer: resolve });
      if (answer === 'none' || answer === 'deaf') return;
      virtual.schedule(() => (answer === 'ok' ? resolve() : fail(answer)), latencyMs);
    });
  }

  const scheduler = createScheduler({
    clock,
    commits: createCommits({ onError: (error) => errors.push(error) }),
    gate,
    random,
    cadence,
    presence: createPresence({ page: page ?? {} }),
    factsOf: (key) => ({
      resource: 'database',
      hasRecord: answered.has(key),
      modifying: false,
      active: true,
      missing: false,
      ...facts.get(key),
    }),
    async poll(key, { priority, signal }) {
      waiting += 1;
      if (isRoundabout) await new Promise<void>((resolve) => void virtual.schedule(resolve, 1));
      const { result } = gate.request({
        key,
        operation: 'get-database',
        priority,
        signal,
        send() {
          waiting -= 1;
          return send(key, signal);
        },
      });
      await result;
      answered.add(key);
    },
    onKnown(joined, left) {
      for (const key of joined) known.add(key);
      for (const key of left) known.delete(key);
    },
  });

  return {
    scheduler,
    gate,
    virtual,
    timers,
    polls,
    get waiting() {
      return waiting;
    },
    errors,
    facts,
    known,
    respond(answer, ms = 20) {
      answerOf = typeof answer === 'function' ? answer : () => answer;
      latencyMs = ms;
    },
    timesOf: (key, fromMs = 0) =>
      polls.filter((poll) => poll.key === key && poll.atMs >= fromMs).map(({ atMs }) => atMs),
    countSince: (fromMs) => polls.filter(({ atMs }) => atMs >= fromMs).length,
    advance: (ms) => virtual.advance(ms),
  };
}

/** The times between one and the next. */
export function restsOf(times: readonly number[]): number[] {
  return times.slice(1).map((atMs, at) => atMs - (times[at] as number));
}

export function keysUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `id-${nth}`);
}

function createRestlessClock(clock: Clock): Clock {
  let looks = 0;
  return { ...clock, monotonic: () => clock.monotonic() + (looks += 1) / 1e6 };
}
