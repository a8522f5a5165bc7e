import { expect, test } from 'vitest';
import { scaled } from '../../support/scale.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { createSchedulerUnderTest, keysUpTo, restsOf } from './scheduler-under-test.js';

const SEEDS = Array.from({ length: scaled({ short: 2, long: 20 }) }, (_, seed) => seed);
const KEYS = keysUpTo(20);
const KINDS = ['modifying', 'observed', 'tracked'] as const;

/** Polls keys of one kind for three to four minutes. Then the service does not answer for some keys, for 10 s. */
async function afterOutage(kind: (typeof KINDS)[number], failing: readonly string[], seed: number, burst = 20) {
  const random = createSeededRandom(seed + 1);
  const under = createSchedulerUnderTest({ random, burst });
  const { group, facts, respond, advance } = under;
  if (kind === 'modifying') for (const key of KEYS) facts.set(key, { modifying: true });
  if (kind === 'observed') for (const key of KEYS) group.change([key], 'observed', 1);
  else group.change(KEYS, 'tracked', 1);
  await advance(180_000 + Math.floor(random() * 60_000));
  respond((key) => (failing.includes(key) ? 'unavailable' : 'ok'));
  // All of them fail, also keys that are not due. A whole outage meets only the keys that are due.
  if (failing.length < KEYS.length) for (const key of failing) group.request(key).catch(() => {});
  await advance(10_000);
  respond('ok');
  return under;
}

test.each(KINDS.flatMap((kind) => [1, 2, 3, 20].map((count) => [kind, count] as const)))(
  '20 %s keys are fresh within 10 s of an outage of 10 s in which %i of them fail',
  async (kind, count) => {
    for (const seed of SEEDS) {
      const under = await afterOutage(kind, KEYS.slice(0, count), seed);
      const fromMs = under.virtual.monotonic();
      const failed = KEYS.slice(0, count).filter((key) => under.timesOf(key, fromMs - 10_000).length > 0);
      await under.advance(10_000);
      for (const key of failed)
        expect({ seed, key, polls: under.timesOf(key, fromMs) }).not.toMatchObject({ polls: [] });
    }
  },
);

test.each([1, 20])('a recovery keeps the configured rate (burst %i)', async (burst) => {
  for (const seed of SEEDS) {
    const { polls, advance } = await afterOutage('modifying', KEYS, seed, burst);
    await advance(30_000);
    const times = polls.map(({ atMs }) => atMs);
    if (burst === 1) expect(Math.min(...restsOf(times))).toBeGreaterThanOrEqual(100 - 1e-6);
    for (const [at, atMs] of times.entries()) {
      const inSecond = times.slice(at).findIndex((laterMs) => laterMs >= atMs + 1000);
      expect(inSecond).toBeLessThanOrEqual(burst + 10);
    }
  }
});
