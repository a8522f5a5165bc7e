import { expect, test } from 'vitest';
import { cadence } from '../../../src/core/polling/cadence.js';
import { scaled } from '../../support/scale.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { createPage } from './page.js';
import {
  createSchedulerUnderTest,
  keysUpTo,
  restsOf,
  type Answer,
  type SchedulerUnderTest,
} from './scheduler-under-test.js';

const KEYS = keysUpTo(12);
const STEPS = 300;
const INTERESTS = ['tracked', 'observed', 'waiting'] as const;
const LATENCY_MS = 50;

/** Longer than any backoff, hold and probe, and longer than the catch-up after them. */
const CALM_MS = 1_000_000;
const WATCHED_MS = 300_000;
/** The time for an answer and for its wait in the queue. */
const SLACK_MS = 1000;

const FAILURES = ['unavailable', 'timeout', 'rate-limited', 'unauthorized', 'forbidden', 'bad-response'] as const;
const ANSWERS: readonly Answer[] = ['ok', 'ok', 'ok', 'none', 'deaf', 'not-found', ...FAILURES];

const AT_REST = {
  resource: 'database',
  hasRecord: true,
  modifying: false,
  active: true,
  missing: false,
  now: 0,
  recentChanges: 0,
} as const;

interface Randomized {
  readonly under: SchedulerUnderTest;
  readonly counts: ReadonlyMap<string, Record<(typeof INTERESTS)[number], number>>;
  act(): unknown;
  /** From now on, the service answers normally. */
  calmDown(): void;
}

/** A scheduler and its limiter, with a service that answers arbitrarily and callers that abort. */
function createRandomizedScheduler(seed: number): Randomized {
  const random = createSeededRandom(seed);
  const upTo = (count: number): number => Math.floor(random() * count);
  const any = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;
  const page = createPage();
  const under = createSchedulerUnderTest({ random, page, concurrency: 1 + upTo(4), perSecond: 20, burst: 5 });
  const { scheduler, group, virtual } = under;
  const counts = new Map(KEYS.map((key) => [key, { tracked: 0, observed: 0, waiting: 0 }]));
  const answerWith = (answers: readonly Answer[]): void => under.respond(() => any(answers), LATENCY_MS);
  answerWith(['ok']);

  function change(key: string, by: 1 | -1): void {
    const count = counts.get(key);
    const interest = any(INTERESTS);
    if (count === undefined || count[interest] + by < 0) return;
    count[interest] += by;
    group.change([key], interest, by);
  }

  function requestByHand(): void {
    const caller = new AbortController();
    const wait = (): Promise<void> => new Promise((resolve) => void virtual.schedule(resolve, upTo(5000)));
    const request: Promise<unknown> =
      random() < 0.5 ? group.request(any(KEYS), caller.signal) : scheduler.send('get-database', wait, caller.signal);
    request.catch(() => {});
    if (random() < 0.5) virtual.schedule(() => caller.abort(), upTo(500));
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
    page.hide,
    page.show,
    requestByHand,
    requestByHand,
    under.answerAll,
    () => Promise.resolve(),
    () => answerWith([any(ANSWERS)]),
    () => answerWith([any(ANSWERS), 'ok', 'ok']),
    () => answerWith(['ok']),
  ];

  return {
    under,
    counts,
    act: () => any(acts)(),
    calmDown() {
      answerWith(['ok']);
      under.answerAll();
      page.show();
      scheduler.resume();
      scheduler.credentialsChanged();
    },
  };
}

test.each(Array.from({ length: scaled({ short: 8, long: 25 }) }, (_, nth) => nth + 1))(
  'whatever happened, in the end each known key is polled in each of its intervals, and no other (seed %i)',
  async (seed) => {
    const { under, counts, act, calmDown } = createRandomizedScheduler(seed);
    const { scheduler, timers, nowMs, advance } = under;
    for (let step = 0; step < STEPS; step++) await act();
    calmDown();
    await advance(CALM_MS);
    const fromMs = nowMs();
    await advance(WATCHED_MS);

    for (const [key, { tracked, observed, waiting }] of counts) {
      const times = under.timesOf(key, fromMs);
      const interest = { tracked: tracked > 0, observed: observed > 0, waiting: waiting > 0 };
      if (tracked + observed + waiting === 0) expect(times).toEqual([]);
      else
        expect(Math.max(...restsOf([fromMs, ...times, nowMs()]))).toBeLessThan(
          cadence({ ...AT_REST, ...interest }) + SLACK_MS,
        );
    }
    const knownKeys = [...counts.values()].filter(({ tracked, observed, waiting }) => tracked + observed + waiting > 0);
    expect(scheduler.status.value.known).toBe(knownKeys.length);
    expect(under.mostOfOneKey).toBe(1);
    expect(timers.mostArmed).toBe(1);
    scheduler.dispose();
    expect(timers.armed).toBe(0);
    await advance(CALM_MS);
    expect(timers.armed).toBe(0);
  },
);
