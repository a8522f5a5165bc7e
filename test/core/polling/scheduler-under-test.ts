import type { cadence as defaultCadence, PollFacts } from '../../../src/core/polling/cadence.js';
import { createPresence, type PageLike } from '../../../src/core/polling/presence.js';
import { Limiter, type LimiterOptions } from '../../../src/core/polling/limiter.js';
import type { PollSource } from '../../../src/core/polling/poll-target.js';
import { Scheduler } from '../../../src/core/polling/scheduler.js';
import { createFleetClock } from '../../../src/core/polling/fleet-clock.js';
import type { SchedulerOptions } from '../../../src/core/polling/scheduler-settings.js';
import type { Clock } from '../../../src/core/shared/clock.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { Commits } from '../../../src/core/store/commits.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import { pollFacts } from './poll-facts.js';

/** The answer of the service: success, a failure, or none. `deaf`: none, not even to an abort. */
export type Answer = FleetErrorCode | 'ok' | 'none' | 'deaf';

export interface Poll {
  readonly key: string;
  readonly atMs: number;
  readonly signal: AbortSignal;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

export type SchedulerUnderTest = ReturnType<typeof createSchedulerUnderTest>;

export interface SchedulerTestOptions
  extends Partial<Omit<LimiterOptions, 'clock'>>, Pick<SchedulerOptions, 'queueTimeoutMs' | 'owner'> {
  readonly cadence?: typeof defaultCadence;
  readonly page?: PageLike;
  readonly resolutionMs?: number;
  /** The clock advances at each read, as outside of tests. */
  readonly isAdvancing?: boolean;
  /** The keys that are tracked, and those that are observed, from the beginning. */
  readonly tracked?: readonly string[];
  readonly observed?: readonly string[];
  /** The first answer of the service. @default 'ok' */
  readonly answer?: Answer;
}

export function createSchedulerUnderTest(options: SchedulerTestOptions = {}) {
  const { cadence, page, resolutionMs, isAdvancing = false, random = () => 0.5, ...more } = options;
  const { queueTimeoutMs, owner, tracked = [], observed = [], answer: firstAnswer = 'ok', ...limits } = more;
  const virtual = createVirtualClock(resolutionMs === undefined ? {} : { resolutionMs });
  const timers = createCountingClock(createGuardedClock(virtual));
  const uncorrected = isAdvancing ? createAdvancingClock(timers) : timers;
  const { corrected: clock } = createFleetClock(uncorrected);
  const limiter = new Limiter({ clock: uncorrected, random, ...limits });
  const polls: Poll[] = [];
  const facts = new Map<string, Partial<PollFacts> & { readonly confirmedAt?: number }>();
  const left: string[] = [];
  const answered = new Set<string>();
  let answerOf = (_: string): Answer => firstAnswer;
  let latencyMs = 20;

  function send(key: string, signal: AbortSignal): Promise<string> {
    const answer = answerOf(key);
    return new Promise((resolve, fail) => {
      const failWith = (code: FleetErrorCode): void => fail(new FleetError(code, 'get-database', 'x'));
      const succeed = (): void => resolve(key);
      if (answer !== 'deaf') signal.addEventListener('abort', () => failWith('aborted'));
      polls.push({ key, atMs: clock.monotonic(), signal, answer: succeed, fail });
      if (answer === 'none' || answer === 'deaf') return;
      virtual.schedule(() => (answer === 'ok' ? succeed() : failWith(answer)), latencyMs);
    });
  }

  const commits = new Commits();
  const scheduler = new Scheduler({
    clock,
    commits,
    limiter,
    random,
    cadence,
    presence: createPresence({ guard: commits.guard, page: page ?? {} }),
    queueTimeoutMs,
    owner,
  });
  const source: PollSource<string> = {
    has: () => true,
    operation: 'get-database',
    facts: (key, interest) => pollFacts(interest, { hasRecord: answered.has(key), ...facts.get(key) }),
    confirmedAt: (key) => facts.get(key)?.confirmedAt,
    async poll(key, signal) {
      const answer = await send(key, signal);
      answered.add(key);
      return answer;
    },
  };
  const group = scheduler.register(source, (keys) => void left.push(...keys));
  group.change(tracked, 'tracked', 1);
  group.change(observed, 'observed', 1);

  return {
    scheduler,
    group,
    limiter,
    virtual,
    timers,
    /** The requests that were sent, in this order. */
    polls,
    /** The facts of a key; `{}`: an active database with a record. */
    facts,
    /** The keys that lost their last interest, in order. */
    left,
    send,
    /** Sets the answer of the service from now on. */
    respond(answer: Answer | ((key: string) => Answer), ms = 20) {
      answerOf = typeof answer === 'function' ? answer : () => answer;
      latencyMs = ms;
    },
    /** The times at which a key was polled, since `fromMs`. */
    timesOf: (key: string, fromMs = 0) =>
      polls.filter((poll) => poll.key === key && poll.atMs >= fromMs).map(({ atMs }) => atMs),
    /** The keys of the polls after the first ones. */
    keysFrom: (index: number) => polls.slice(index).map(({ key }) => key),
    /** The time of the scheduler. */
    nowMs: () => clock.monotonic(),
    advance: (ms: number) => virtual.advance(ms),
  };
}

/** The differences between successive times. */
export function restsOf(times: readonly number[]): number[] {
  return times.slice(1).map((atMs, at) => atMs - (times[at] as number));
}

export function keysUpTo(count: number, prefix = 'id-'): string[] {
  return Array.from({ length: count }, (_, nth) => `${prefix}${nth}`);
}

/** Fails a test whose timers would follow each other endlessly at one moment. */
function createGuardedClock(clock: Clock): Clock {
  let atMs = -1;
  let count = 0;
  return {
    ...clock,
    schedule(task, delayMs) {
      count = clock.monotonic() === atMs ? count + 1 : 0;
      atMs = clock.monotonic();
      if (count > 1e4) throw new Error(`10,000 timers were armed at ${atMs} ms.`);
      return clock.schedule(task, delayMs);
    },
  };
}

function createAdvancingClock(clock: Clock): Clock {
  let reads = 0;
  return { ...clock, monotonic: () => clock.monotonic() + (reads += 1) / 1e6 };
}
