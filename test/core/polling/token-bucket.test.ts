import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AFTER_429,
  AFTER_OUTAGE,
  fullBucket,
  readyAt,
  refill,
  restart,
  speedUp,
  take,
  type TokenBucket,
} from '../../../src/core/polling/token-bucket.js';

const LIMIT = { perSecond: 10, burst: 20 };

/** The times at which a number of waiting requests may start. */
function timesOf(count: number, bucket = fullBucket(LIMIT, 0), answersCome = false): number[] {
  return Array.from({ length: count }, () => {
    const atMs = readyAt(bucket);
    bucket = take(refill(bucket, LIMIT, atMs));
    if (answersCome) bucket = speedUp(bucket, LIMIT, atMs);
    return atMs;
  });
}

const restarted = (atMs: number, slowStart: typeof AFTER_429): TokenBucket =>
  restart(fullBucket(LIMIT, 0), LIMIT, atMs, slowStart);

describe('the token bucket', () => {
  test('allows a burst, and then the rate', () => {
    const times = timesOf(41);
    expect(times.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(times[20]).toBeCloseTo(100);
    expect(times[40]).toBeCloseTo(2100);
  });

  test('never allows more than the burst and the rate in any period', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3000), { maxLength: 100 }),
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        fc.integer({ min: 1, max: 30 }),
        (restsMs, perSecond, burst) => {
          const limit = { perSecond, burst };
          let bucket = fullBucket(limit, 0);
          let nowMs = 0;
          const times = restsMs.map((restMs) => {
            nowMs = Math.max(nowMs + restMs, readyAt(bucket));
            bucket = take(refill(bucket, limit, nowMs));
            return nowMs;
          });
          for (const [first, fromMs] of times.entries()) {
            for (const [at, toMs] of times.slice(first).entries()) {
              expect(at + 1).toBeLessThanOrEqual(burst + ((toMs - fromMs) * perSecond) / 1000 + 1e-6);
            }
          }
        },
      ),
    );
  });

  test('saves at most one burst, however long the pause, and only one request while it is slow', () => {
    expect(refill(fullBucket(LIMIT, 0), LIMIT, 1e9).tokens).toBe(20);
    expect(refill(restarted(0, AFTER_429), LIMIT, 1e6).tokens).toBe(1);
  });

  test('restarts with one request at its time and none before', () => {
    const bucket = restarted(30_000, AFTER_429);
    for (const atMs of [10_000, 30_000]) expect(refill(bucket, LIMIT, atMs)).toBe(bucket);
    expect(timesOf(3, bucket)).toEqual([30_000, 31_000, 32_000]);
  });

  test('restarts without a request that the rate does not allow', () => {
    const limit = { perSecond: 10, burst: 1 };
    const bucket = restart(take(fullBucket(limit, 0)), limit, 20, AFTER_OUTAGE);
    // A fifth of a token came in 20 ms, and the other four fifths come at 5 a second.
    expect(readyAt(bucket)).toBeCloseTo(180);
  });

  test.each([
    ['a 429', AFTER_429, 1000, 89, 20_000, 30_000],
    ['an outage', AFTER_OUTAGE, 200, 1, 100, 200],
  ])('gets faster with each answer after %s, up to its rate', (_, slowStart, firstRest, answers, fromMs, toMs) => {
    const times = timesOf(200, restarted(0, slowStart), true);
    const rests = times.map((atMs, at) => atMs - (times[at - 1] ?? atMs)).slice(1);
    expect(rests.every((restMs, at) => at === 0 || restMs <= (rests[at - 1] as number) + 1e-6)).toBe(true);
    expect(rests[0]).toBeLessThan(firstRest);
    expect(rests[0]).toBeGreaterThan(firstRest / 2.1);
    expect(rests.at(-1)).toBeCloseTo(100);
    expect(rests.findIndex((restMs) => restMs < 101)).toBe(answers);
    expect(times[answers]).toBeGreaterThan(fromMs);
    expect(times[answers]).toBeLessThan(toMs);
  });
});
