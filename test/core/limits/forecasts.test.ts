import { describe, expect, test } from 'vitest';
import { limitsOf, reportUsage } from '../../../src/index.js';
import { scaled } from '../../support/scale.js';
import { createSeededRandom } from '../../support/seeded-random.js';
import { createFleetUnderTest } from '../fleet/fleet-under-test.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.UTC(2026, 0, 1, 5, 17, 3);
const LIMIT = 3_221_225_472;

/** A fleet that knows one database, with a manual clock. */
async function createFleetInTime() {
  const time = { now: START };
  const clock = { now: () => time.now, monotonic: () => time.now - START, schedule: () => () => {} };
  const { fleet, answerWith } = createFleetUnderTest({ clock });
  await answerWith('a', { db_memory_threshold: LIMIT });
  return { fleet, time };
}

/** Normally distributed numbers with a standard deviation of 1: G. E. P. Box and M. E. Muller, 1958. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Shape {
  /** The share of the limit that is used after some hours, without noise. @param phase 0 to 1, another for each seed */
  readonly shareAt: (hours: number, phase: number) => number;
  readonly hours: number;
  /** Forecasts count after this hour. */
  readonly fromHour?: number;
  /** When the limit is reached, hours. */
  readonly fullAt?: number;
  /** The time between two looks at the forecast, minutes. @default 7 */
  readonly lookMinutes?: number;
}

type Followed = Awaited<ReturnType<typeof follow>>;

interface Course {
  /** Standard deviation, as a share of the limit. */
  readonly noise: number;
  readonly everyMs: number;
  readonly seed: number;
}

const seeds = Array.from({ length: 20 }, (_, place) => place + 1);
const courses = scaled<readonly Course[]>({
  short: [{ noise: 0.01, everyMs: 60_000, seed: 1 }],
  long: [0.005, 0.01].flatMap((noise) =>
    [15_000, 60_000].flatMap((everyMs) => seeds.map((seed) => ({ noise, everyMs, seed }))),
  ),
});

/** Computes the forecasts for a use of this shape. */
async function follow(shape: Shape, { noise, everyMs, seed }: Course) {
  const { shareAt, hours, fromHour = -1, fullAt = Infinity, lookMinutes = 7 } = shape;
  const { fleet, time } = await createFleetInTime();
  const view = limitsOf(fleet, 'database', 'a');
  const place = view.value.findIndex(({ field }) => field === 'db_memory_threshold');
  const random = createSeededRandom(seed);
  const phase = random();
  /** The distances of the forecasts from the truth, as shares of the time left. */
  const errors: number[] = [];
  /** `covered`: how many intervals contain the truth. */
  let [looks, present, toggles, covered] = [0, 0, 0, 0];
  let firstAt: number | undefined;
  let wasPresent = false;
  for (let passedMs = 0; passedMs < Math.min(hours, fullAt) * HOUR_MS; passedMs += everyMs) {
    time.now = START + passedMs;
    const share = Math.max(0, shareAt(passedMs / HOUR_MS, phase) + noise * normal(random));
    reportUsage(fleet, 'database', 'a', { db_memory_threshold: share * LIMIT });
    if (passedMs <= fromHour * HOUR_MS || passedMs % (lookMinutes * MINUTE_MS) !== 0) continue;
    const { exhaustsAt, exhaustsBetween } = view.value[place] ?? {};
    const isPresent = exhaustsAt !== undefined;
    looks += 1;
    present += Number(isPresent);
    toggles += Number(isPresent !== wasPresent);
    wasPresent = isPresent;
    if (!isPresent) continue;
    firstAt ??= passedMs / HOUR_MS;
    const truth = START + fullAt * HOUR_MS;
    errors.push(Math.abs(exhaustsAt - truth) / (truth - time.now));
    const [earliest = NaN, latest = NaN] = exhaustsBetween ?? [];
    expect(earliest <= exhaustsAt && exhaustsAt <= latest).toBe(true);
    covered += Number(earliest <= truth && truth <= latest);
  }
  fleet.dispose();
  return { looks, present, toggles, firstAt, errors, covered };
}

async function followAll(shape: Shape): Promise<readonly Followed[]> {
  const all: Followed[] = [];
  for (const course of courses) all.push(await follow(shape, course));
  return all;
}

const sum = (all: readonly Followed[], of: (one: Followed) => number): number =>
  all.reduce((total, one) => total + of(one), 0);
const presenceOf = (all: readonly Followed[]): number =>
  sum(all, ({ present }) => present) / sum(all, ({ looks }) => looks);
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Infinity;
const medianErrorOf = (all: readonly Followed[]): number => median(all.flatMap(({ errors }) => errors));

/** Rises from 0 to 1, once in a period. */
const saw = (hours: number, period: number): number => (hours % period) / period;

type Absent = readonly [name: string, most: number, shape: Shape];

const hardest: readonly Absent[] = [
  [
    'has filled for 4 hours and stays at 97 %',
    0.005,
    { hours: 48, fromHour: 4, lookMinutes: 3, shareAt: (hours) => Math.min(0.97, 0.2 + 0.1925 * hours) },
  ],
  [
    'is a daily wave',
    0.02,
    { hours: 48, shareAt: (hours, phase) => 0.5 + 0.3 * Math.sin(2 * Math.PI * (hours / 24 + phase)) },
  ],
];

const absent = scaled<readonly Absent[]>({
  // forecast-of.test.ts has the other shapes, in a few readings.
  short: hardest,
  long: [
    ...hardest,
    ...[10, 50, 90, 98].map((percent): Absent => [
      `stays at ${percent} %`,
      0.005,
      { hours: 24, shareAt: () => percent / 100 },
    ]),
    ['makes a step', 0.005, { hours: 24, shareAt: (hours, phase) => (hours < 6 + 12 * phase ? 0.3 : 0.7) }],
    ['is a saw of an hour', 0.02, { hours: 48, shareAt: (hours, phase) => 0.5 + 0.4 * saw(hours + phase, 1) }],
    ['is a saw of 6 hours', 0.02, { hours: 48, shareAt: (hours, phase) => 0.5 + 0.4 * saw(hours + 6 * phase, 6) }],
  ],
});

/** The table of the forecasts: 20 seeds of each shape in the long form, with two kinds of noise and of readings. */
describe('The forecast of a use', { timeout: 1_800_000 }, () => {
  test.each(absent)('that %s is absent', async (_, most, shape) => {
    expect(presenceOf(await followAll(shape))).toBeLessThanOrEqual(most);
  });

  test('that fills the limit in a day is steady and right', async () => {
    const all = await followAll({ hours: 24, fullAt: 24, fromHour: 6, lookMinutes: 1, shareAt: (hours) => hours / 24 });
    expect(presenceOf(all)).toBeGreaterThanOrEqual(0.95);
    expect(Math.max(...all.map(({ toggles }) => toggles))).toBeLessThanOrEqual(5);
    expect(medianErrorOf(all)).toBeLessThanOrEqual(0.1);
    expect(sum(all, ({ covered }) => covered) / sum(all, ({ present }) => present)).toBeGreaterThanOrEqual(0.9);
  });

  test('that grows below an hourly sawtooth is right', async () => {
    const shareAt = (hours: number): number => 0.03 * hours + 0.1 * saw(hours, 1);
    const fullAt =
      Array.from({ length: 31 * 60 }, (_, minute) => minute / 60).find((hours) => shareAt(hours) >= 1) ?? 31;
    const all = await followAll({ hours: fullAt, fullAt, fromHour: 6, shareAt });
    expect(presenceOf(all)).toBeGreaterThanOrEqual(0.75);
    expect(medianErrorOf(all)).toBeLessThanOrEqual(0.15);
  });

  test('that fills the limit within 20 minutes after a quiet day comes within 5 minutes', async () => {
    const all = await followAll({
      hours: 25,
      fromHour: 24,
      fullAt: 24 + 20 / 60,
      lookMinutes: 1,
      shareAt: (hours) => 0.2 + Math.max(0, hours - 24) * 2.4,
    });
    const inTime = all.filter(({ firstAt = Infinity }) => firstAt <= 24 + 5 / 60);
    expect(inTime.length / all.length).toBeGreaterThanOrEqual(0.9);
    expect(medianErrorOf(all)).toBeLessThanOrEqual(0.3);
  });
});
