import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorker } from '../support/build-worker.js';
import { scaled } from '../support/scale.js';
import {
  HOUR_MS,
  HOURS,
  IDS,
  OUTAGE_HOURS,
  PER_SECOND,
  SLEEP_AT_HOUR,
  SLEEP_HOURS,
  type VirtualWeek,
} from './virtual-week.js';

let week: VirtualWeek;

beforeAll(async () => {
  // Bundled into one file, as published: Vitest turns each use of an import into a call, which doubles the time of a poll.
  const file = await buildWorker('test/properties/virtual-week.ts');
  const built = (await import(pathToFileURL(file).href)) as typeof import('./virtual-week.js');
  week = await built.simulateVirtualWeek();
}, 1_200_000);

const MEAN = IDS / 3600;
const AWAKE_AT_HOUR = SLEEP_AT_HOUR + SLEEP_HOURS;
const CALM_FROM_HOUR = scaled({ short: 10, long: 75 });

/** The number of polls in each second of a range of hours. */
const secondsOf = (fromHour: number, toHour: number): Uint16Array =>
  week.perSecond.subarray(fromHour * 3600, toHour * 3600);
const busiest = (seconds: Uint16Array): number => seconds.reduce((most, count) => Math.max(most, count), 0);
const sum = (seconds: Uint16Array): number => seconds.reduce((total, count) => total + count, 0);

const title = scaled({ short: '22 hours of 25,000', long: 'a week of 100,000' });

describe(`in ${title} ids that are polled once an hour, with faults and a sleep of 8 hours`, () => {
  test('no id waits longer for its poll than an interval and the outage in it', () => {
    // An id may be polled just before or just after its regular time, so the bound is two intervals and an outage.
    expect(week.longestGapMs).toBeLessThan(2.5 * HOUR_MS);
    const awakeHours = HOURS - SLEEP_HOURS;
    expect(week.polls.every((count) => count >= awakeHours - 2)).toBe(true);
  });

  test('no id is polled more than once in each interval, except for the first load and after the sleep', () => {
    // The hours awake begin in the middle of an interval, which adds one, and the sleep cuts another interval in two.
    const most = HOURS - SLEEP_HOURS + 2;
    // A failed poll is retried, within a minute or after the outage. A probe polls the next id, even if it is not due.
    const extra = Array.from(
      week.polls,
      (count, id) => count - (week.retries[id] as number) - (week.probes[id] as number),
    ).filter((count) => count > most);
    expect(extra).toEqual([]);
  });

  test('at most one request of an id is in flight, and one timer is armed', () => {
    expect(week.mostInFlightOfOneId).toBe(1);
    expect(week.mostTimers).toBe(1);
  });

  test.each([
    ['before the faults', 2, OUTAGE_HOURS[0]],
    ['before the sleep', CALM_FROM_HOUR, SLEEP_AT_HOUR],
    ['long after it', AWAKE_AT_HOUR + 2, HOURS],
  ])('the busiest second has at most 1.2 times the mean %s', (_, fromHour, toHour) => {
    // In the first minute of its failure an id is retried before its cadence, and is still polled at its own time. So there is
    // one poll per interval besides the retries; there would be fewer if a retry replaced a regular poll.
    const retries = week.retriesPerSecond.subarray(fromHour * 3600, toHour * 3600);
    const regular = secondsOf(fromHour, toHour).map((count, second) => count - (retries[second] as number));
    expect(sum(regular) / regular.length / MEAN).toBeCloseTo(1, 3);
    expect(busiest(regular)).toBeLessThanOrEqual(1.2 * MEAN);
    // Retries included, up to the next whole number: polls come at multiples of a quarter of a second.
    expect(busiest(secondsOf(fromHour, toHour))).toBeLessThanOrEqual(Math.ceil(1.2 * MEAN));
  });

  test('after a sleep of 8 hours each id is polled at most once to catch up, at the rate of the limiter', () => {
    // The retry of a failed poll does not count: it follows the backoff of the id.
    expect(week.caughtUp.every((count) => count <= 1)).toBe(true);
    // All except the requests in flight when the sleep began.
    expect(week.caughtUp.filter((count) => count === 0).length).toBeLessThanOrEqual(32);
    expect(busiest(secondsOf(AWAKE_AT_HOUR, AWAKE_AT_HOUR + 1))).toBeLessThanOrEqual(PER_SECOND + 20);
  });

  test('an hour of 503s gets fewer than a hundredth of the requests of a normal hour', () => {
    const [, hour] = OUTAGE_HOURS;
    expect(sum(secondsOf(hour, hour + 1))).toBeLessThan(0.01 * IDS);
    // After the outage all ids that are due are polled, at the rate of the limiter.
    expect(busiest(secondsOf(hour + 1, hour + 2))).toBeLessThanOrEqual(PER_SECOND + 20);
    expect(sum(secondsOf(hour + 1, hour + 2))).toBeGreaterThan(1.9 * IDS);
  });
});
