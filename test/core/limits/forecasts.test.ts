import { limitsOf, reportUsage } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import { scaled } from '../../support/scale.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { databaseOf } from '../fleet/scripted-service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SETTLED_MS = 6 * HOUR_MS;
const START = Date.UTC(2026, 0, 1, 5, 17, 3);
const LIMIT = 3_221_225_472;

/** A fleet that knows one database, with a manual clock. */
async function createFleetInTime(): Promise<{ fleet: Fleet; time: { now: number } }> {
  const time = { now: START };
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    fetch: async () => Response.json(databaseOf('a', { db_memory_threshold: LIMIT })),
    clock: { now: () => time.now, monotonic: () => time.now - START, schedule: () => () => {} },
  });
  await fleet.databases.refresh('a');
  return { fleet, time };
}

/** Normally distributed numbers with a standard deviation of 1: G. E. P. Box and M. E. Muller, 1958. */
function createNormalRandom(seed: number): () => number {
  const random = createSeededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

interface Course {
  /** The share of the limit that is used after a share of the day, without noise. */
  readonly shareAt: (day: number) => number;
  /** Standard deviation, as a share of the limit. */
  readonly noise: number;
  readonly everyMs: number;
  readonly seed: number;
}

/** The forecasts after each report of a day. `errors` has the distance to the true time as a share of the time left. */
async function follow({ shareAt, noise, everyMs, seed }: Course) {
  const { fleet, time } = await createFleetInTime();
  const normal = createNormalRandom(seed);
  const view = limitsOf(fleet, 'database', 'a');
  const memory = view.value.findIndex(({ field }) => field === 'db_memory_threshold');
  const errors: number[] = [];
  let [reports, present, settledReports, settledPresent, toggles] = [0, 0, 0, 0, 0];
  let wasPresent = false;
  for (let passedMs = 0; passedMs < DAY_MS; passedMs += everyMs) {
    time.now = START + passedMs;
    const share = Math.max(0, shareAt(passedMs / DAY_MS) + noise * normal());
    reportUsage(fleet, 'database', 'a', { db_memory_threshold: share * LIMIT });
    const exhaustsAt = view.value[memory]?.exhaustsAt;
    const isPresent = exhaustsAt !== undefined;
    reports += 1;
    present += Number(isPresent);
    toggles += Number(isPresent !== wasPresent);
    wasPresent = isPresent;
    if (passedMs < SETTLED_MS) continue;
    settledReports += 1;
    settledPresent += Number(isPresent);
    if (isPresent) errors.push(Math.abs(exhaustsAt - START - DAY_MS) / (DAY_MS - passedMs));
  }
  fleet.dispose();
  errors.sort((a, b) => a - b);
  return {
    presence: present / reports,
    settledPresence: settledPresent / settledReports,
    toggles,
    medianError: errors[errors.length >> 1] ?? Infinity,
  };
}

const everyCombination = [0.005, 0.01].flatMap((noise) =>
  [15_000, 60_000].flatMap((everyMs) => [1, 2].map((seed) => ({ noise, everyMs, seed }))),
);
const combinations = scaled({ short: [{ noise: 0.01, everyMs: 60_000, seed: 1 }], long: everyCombination });

describe.each(combinations)('a forecast with noise of $noise, a report every $everyMs ms and seed $seed', (course) => {
  test('is steady and correct while memory fills within a day', async () => {
    const { settledPresence, toggles, medianError } = await follow({ ...course, shareAt: (day) => day });
    expect(settledPresence).toBeGreaterThanOrEqual(0.95);
    expect(toggles).toBeLessThanOrEqual(10);
    expect(medianError).toBeLessThanOrEqual(0.1);
  });

  test.each([0.1, 0.5, 0.9])('is absent while the use stays at %d of the limit', async (share) => {
    const { presence } = await follow({ ...course, shareAt: () => share });
    expect(presence).toBeLessThanOrEqual(0.005);
  });
});
