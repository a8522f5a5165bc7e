import { expect, test } from 'vitest';
import { cadence } from '../../../src/core/polling/cadence.js';
import { createPresence } from '../../../src/core/polling/presence.js';
import { Limiter } from '../../../src/core/polling/limiter.js';
import { createSleepAwareClock } from '../../../src/core/polling/sleep-aware-clock.js';
import { Scheduler } from '../../../src/core/polling/scheduler.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';
import { createCommits } from '../../../src/core/store/commits.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import { keysUpTo } from './scheduler-under-test.js';

const KEYS = keysUpTo(12);
const STEPS = 300;
const INTERESTS = ['tracked', 'observed', 'waiting'] as const;
const LATENCY_MS = 50;

/** Longer than any backoff, hold and probe, and longer than the catch-up after them. */
const CALM_MS = 1_000_000;
const WATCHED_MS = 300_000;
/** The time for an answer and for its wait in the queue. */
const SLACK_MS = 1000;

/** `none`: nothing until the end; `deaf`: nor to an abort. */
type Answer = FleetErrorCode | 'ok' | 'none' | 'deaf';
const FAILURES = ['unavailable', 'timeout', 'rate-limited', 'unauthorized', 'forbidden', 'bad-response'] as const;
const ANSWERS: readonly Answer[] = ['ok', 'ok', 'ok', 'none', 'deaf', 'not-found', ...FAILURES];

const AT_REST = { resource: 'database', hasRecord: true, modifying: false, active: true, missing: false } as const;

/** A scheduler and its limiter, with a service that answers arbitrarily and callers that abort. */
function createRandomizedScheduler(seed: number) {
  const random = createSeededRandom(seed);
  const upTo = (count: number): number => Math.floor(random() * count);
  const any = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;
  const virtual = createVirtualClock();
  const timers = createCountingClock(virtual);
  const clocks = createSleepAwareClock(timers);
  const limiter = new Limiter({
    clock: clocks.uncorrected,
    random,
    concurrency: 1 + upTo(4),
    perSecond: 20,
    burst: 5,
  });
  let tellPage = (): void => {};
  const document = {
    visibilityState: 'visible',
    addEventListener: (_: string, listener: () => void) => void (tellPage = listener),
    removeEventListener: () => {},
  };
  const answered = new Set<string>();
  const underWay = new Map<string, number>();
  const polls: { readonly key: string; readonly atMs: number }[] = [];
  const withheld: (() => void)[] = [];
  let answers: readonly Answer[] = ['ok'];
  let mostUnderWay = 0;

  function answer(key: string, signal: AbortSignal): Promise<void> {
    const now = any(answers);
    polls.push({ key, atMs: virtual.monotonic() });
    return new Promise((resolve, reject) => {
      const fail = (code: FleetErrorCode): void => reject(new FleetError(code, 'get-database', 'x'));
      if (now !== 'deaf') signal.addEventListener('abort', () => fail('aborted'));
      if (now === 'none' || now === 'deaf') withheld.push(resolve);
      else virtual.schedule(() => (now === 'ok' ? resolve() : fail(now)), LATENCY_MS);
    });
  }

  const commits = createCommits();
  const scheduler = new Scheduler({
    clock: clocks.corrected,
    commits,
    limiter,
    random,
    presence: createPresence({ guard: commits.guard, page: { document } }),
  });
  const { resource, ...atRest } = AT_REST;
  const group = scheduler.register({
    resource,
    isCounted: true,
    has: () => true,
    operation: 'get-database',
    facts: (key) => ({ ...atRest, hasRecord: answered.has(key) }),
    async poll(key, signal) {
      const count = (underWay.get(key) ?? 0) + 1;
      mostUnderWay = Math.max(mostUnderWay, count);
      underWay.set(key, count);
      try {
        await answer(key, signal);
        answered.add(key);
      } finally {
        underWay.set(key, count - 1);
      }
    },
    onRequested() {},
    onCancelled() {},
    onNotSent() {},
  });

  const counts = new Map(KEYS.map((key) => [key, { tracked: 0, observed: 0, waiting: 0 }]));
  function change(key: string, by: 1 | -1): void {
    const count = counts.get(key);
    const interest = any(INTERESTS);
    if (count === undefined || count[interest] + by < 0) return;
    count[interest] += by;
    group.change([key], interest, by);
  }

  function requestByHand(): void {
    const caller = new AbortController();
    const request =
      random() < 0.5
        ? group.request(any(KEYS), caller.signal)
        : scheduler.send(
            'get-database',
            () => new Promise<void>((resolve) => void virtual.schedule(resolve, upTo(5000))),
            caller.signal,
          );
    request.catch(() => {});
    if (random() < 0.5) virtual.schedule(() => caller.abort(), upTo(500));
  }

  function show(visibilityState: string): void {
    document.visibilityState = visibilityState;
    tellPage();
  }

  function release(): void {
    for (const resolve of withheld.splice(0)) resolve();
  }

  const come = (): void => change(any(KEYS), 1);
  const go = (): void => change(any(KEYS), -1);
  const wait = (mostMs: number) => (): Promise<void> => virtual.advance(upTo(mostMs));
  const acts: readonly (() => unknown)[] = [
    come,
    come,
    come,
    go,
    go,
    go,
    wait(20),
    wait(3000),
    wait(60_000),
    () => virtual.sleep(upTo(100_000)),
    () => scheduler.pause(),
    () => scheduler.resume(),
    () => scheduler.credentialsChanged(),
    () => show('hidden'),
    () => show('visible'),
    requestByHand,
    requestByHand,
    release,
    () => Promise.resolve(),
    () => (answers = [any(ANSWERS)]),
    () => (answers = [any(ANSWERS), 'ok', 'ok']),
    () => (answers = ['ok']),
  ];

  return {
    scheduler,
    timers,
    counts,
    polls,
    advance: virtual.advance,
    nowMs: virtual.monotonic,
    get mostUnderWay() {
      return mostUnderWay;
    },
    act: () => any(acts)(),
    /** From now on, the service answers normally. */
    calmDown() {
      answers = ['ok'];
      release();
      show('visible');
      scheduler.resume();
      scheduler.credentialsChanged();
    },
  };
}

test.each(Array.from({ length: 25 }, (_, nth) => nth + 1))(
  'whatever happened, in the end each known key is polled in each of its intervals, and no other (seed %i)',
  async (seed) => {
    const randomized = createRandomizedScheduler(seed);
    const { counts, polls, timers, scheduler } = randomized;
    for (let step = 0; step < STEPS; step++) await randomized.act();
    randomized.calmDown();
    await randomized.advance(CALM_MS);
    const fromMs = randomized.nowMs();
    await randomized.advance(WATCHED_MS);

    for (const [key, { tracked, observed, waiting }] of counts) {
      const isKnown = tracked + observed + waiting > 0;
      const times = polls.filter((poll) => poll.key === key && poll.atMs >= fromMs).map(({ atMs }) => atMs);
      if (!isKnown) expect(times).toEqual([]);
      else {
        const interest = { tracked: tracked > 0, observed: observed > 0, waiting: waiting > 0 };
        const rests = [...times, randomized.nowMs()].map((atMs, nth) => atMs - (times[nth - 1] ?? fromMs));
        expect(Math.max(...rests)).toBeLessThan(cadence({ ...AT_REST, ...interest }) + SLACK_MS);
      }
    }
    const knownKeys = [...counts.values()].filter(({ tracked, observed, waiting }) => tracked + observed + waiting > 0);
    expect(scheduler.status.value.known).toBe(knownKeys.length);
    expect(randomized.mostUnderWay).toBe(1);
    expect(timers.mostArmed).toBe(1);
    randomized.scheduler.dispose();
    expect(timers.armed).toBe(0);
    await randomized.advance(CALM_MS);
    expect(timers.armed).toBe(0);
  },
);
