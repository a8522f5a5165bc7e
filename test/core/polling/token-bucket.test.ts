import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullBucket, readyAt, refill, restart, speedUp, take } from '../../../src/core/polling/token-bucket.js';

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

  test('saves at most one burst, however long the pause', () => {
    expect(refill(fullBucket(LIMIT, 0), LIMIT, 1e9).tokens).toBe(20);
  });

  test('restarts with one request at its time and none before', () => {
    const bucket = restart(LIMIT, 30_000);
    expect(readyAt(refill(bucket, LIMIT, 10_000))).toBe(30_000);
    expect(timesOf(3, bucket)).toEqual([30_000, 31_000, 32_000]);
  });

  test('has no burst while it is slow', () => {
    expect(refill(restart(LIMIT, 0), LIMIT, 1e6).tokens).toBe(1);
  });

  test('gets faster with each answer, up to its rate', () => {
    const times = timesOf(200, restart(LIMIT, 0), true);
    const rests = times.map((atMs, at) => atMs - (times[at - 1] ?? atMs)).slice(1);
    expect(rests.every((restMs, at) => at === 0 || restMs <= (rests[at - 1] as number) + 1e-6)).toBe(true);
    expect(rests[0]).toBeGreaterThan(900);
    expect(rests.at(-1)).toBeCloseTo(100);
    // About half a minute.
    expect(rests.findIndex((restMs) => restMs < 101)).toBe(89);
    expect(times[89]).toBeGreaterThan(20_000);
  });
});
