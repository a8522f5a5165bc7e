import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dueAt,
  nextDue,
  recordAnswer,
  recordConfirmation,
  recordFailure,
  recordNotSent,
  phaseOf,
  resetBackoff,
  retryOnce,
  PollTiming,
} from '../../../src/core/polling/poll-timing.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';

const NEW: PollTiming = {
  handle: 0,
  lastMs: 0,
  failures: 0,
  failingSinceMs: undefined,
  notBeforeMs: undefined,
  retryAfterEndMs: undefined,
  isRetried: false,
  isTakenOver: false,
};

/** A poll target that has failed for long. */
const failing = (notBeforeMs = 5): PollTiming => ({ ...NEW, failures: 3, failingSinceMs: -60_000, notBeforeMs });

const failed = (code: FleetErrorCode, timing = failing()): PollTiming => {
  recordFailure(timing, new FleetError(code, 'get-database', 'x'), 10_000, () => 0.5);
  return timing;
};

function failWith(timing: PollTiming, retryAfterMs: number): void {
  recordFailure(timing, new FleetError('unavailable', 'get-database', 'x', { retryAfterMs }), 10_000, () => 0.5);
}

describe('the timing of a poll target', () => {
  test('is due at once without an answer or a failure', () => {
    const timing = new PollTiming(7);
    expect({ ...timing }).toEqual({ ...NEW, handle: 7, lastMs: undefined });
    expect(dueAt(timing, 60_000, 1234)).toBe(1234);
  });

  test('is due at the next phase after an answer, which ends the backoff, as a 404 does', () => {
    const timing = failing(1e9);
    recordAnswer(timing, 10_000);
    expect(timing).toEqual({ ...NEW, lastMs: 10_000 });
    expect(dueAt(timing, 60_000, 10_000)).toBe(60_000);
    expect(failed('not-found')).toMatchObject({ failures: 0, notBeforeMs: undefined });
  });

  test('is due after the backoff alone in the first minute of failures, after 8 s at most', () => {
    const timing = { ...NEW };
    const waits: number[] = [];
    for (let nowMs = 1000.5; nowMs < 61_000; nowMs = dueAt(timing, 300_000, nowMs)) {
      recordFailure(timing, new FleetError('unavailable', 'get-database', 'x'), nowMs, () => 1);
      waits.push(dueAt(timing, 300_000, nowMs) - nowMs);
    }
    expect(waits).toEqual([2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000, 8000]);
    expect(timing.failingSinceMs).toBe(1001);
    expect(dueAt({ ...timing, lastMs: 61_001 }, 300_000, 70_000)).toBe(300_000);
    // Later the ceiling goes on from a minute.
    recordFailure(timing, new FleetError('unavailable', 'get-database', 'x'), 63_000.5, () => 1);
    expect(dueAt(timing, 2000, 63_000.5)).toBe(63_000.5 + 128_000);
  });

  test('is due after the backoff and the interval when a poll fails later', () => {
    const timing = failed('unavailable');
    expect(timing).toMatchObject({ lastMs: 10_000, failures: 4, notBeforeMs: 10_000 + 8500 });
    expect(dueAt(timing, 2000, 10_000)).toBe(18_500);
    expect(dueAt(timing, 60_000, 10_000)).toBe(60_000);
  });

  test('keeps the latest confirmation, rounded up to a millisecond', () => {
    const timing = { ...NEW, lastMs: undefined } as PollTiming;
    recordConfirmation(timing, -Infinity);
    expect(timing.lastMs).toBeUndefined();
    recordConfirmation(timing, 1000.25);
    recordConfirmation(timing, 900);
    expect(timing.lastMs).toBe(1001);
  });

  test.each([
    ['Retry-After is longer', 60_000, 60_000],
    ['backoff is longer', 5, 8500],
    ['Retry-After is capped at 1 h', 1e12, 3_600_000],
  ])('waits for the longer of Retry-After and backoff: %s', (_, retryAfterMs, waitMs) => {
    const timing = failing();
    failWith(timing, retryAfterMs);
    expect(dueAt(timing, 2000, 10_000)).toBe(10_000 + waitMs);
  });

  test.each([
    ['an early retry', retryOnce],
    ['the end of its backoff', resetBackoff],
  ])('keeps the Retry-After at %s, until an answer', (_, shorten) => {
    const timing = failing();
    failWith(timing, 90_000);
    shorten(timing);
    expect(dueAt(timing, 2000, 10_000)).toBe(100_000);
    // A caller's request fails meanwhile.
    failWith(timing, 1000);
    expect(dueAt(timing, 2000, 10_000)).toBe(100_000);
    recordAnswer(timing, 20_000);
    expect(dueAt(timing, 2000, 20_000)).toBe(22_000);
  });

  test('waits for the Retry-After of a failure of a caller during its backoff', () => {
    const timing = failing(20_000);
    failWith(timing, 60_000);
    expect(timing).toMatchObject({ failures: 3, notBeforeMs: 20_000 });
    expect(dueAt(timing, 2000, 10_000)).toBe(70_000);
  });

  test('leaves the Retry-After of a 429 to the limiter', () => {
    const timing = { ...NEW };
    recordFailure(timing, new FleetError('rate-limited', 'get-database', 'x', { retryAfterMs: 60_000 }), 10, () => 0.5);
    expect(timing.retryAfterEndMs).toBeUndefined();
  });

  test('is due half an interval later when another fleet polled the key before', () => {
    const takenOver = { ...NEW, isTakenOver: true };
    expect(dueAt({ ...takenOver, lastMs: 10_000 }, 60_000, 20_000)).toBe(60_000);
    expect(dueAt({ ...takenOver, lastMs: 40_000 }, 60_000, 50_000)).toBe(120_000);
    const unpolled = { ...takenOver, lastMs: undefined };
    expect(dueAt(unpolled, 60_000, 50_000)).toBe(50_000);
    expect(dueAt({ ...unpolled, retryAfterEndMs: 90_000 }, 60_000, 50_000)).toBe(90_000);
  });

  test('stays due after a first 429, and backs off after the next one', () => {
    const timing = { ...NEW };
    failed('rate-limited', timing);
    expect(timing).toMatchObject({ lastMs: 0, failures: 1, notBeforeMs: undefined });
    failed('rate-limited', timing);
    expect(timing).toMatchObject({ lastMs: 10_000, failures: 2, notBeforeMs: 10_000 + 2500 });
  });

  test.each([
    ['does not count failures of callers during its backoff', 10_001, 3, 10_001],
    ['counts a failure at the end of its backoff', 10_000, 4, 18_500],
  ])('%s', (_, endMs, failures, notBeforeMs) => {
    expect(failed('unavailable', failing(endMs))).toMatchObject({ failures, notBeforeMs });
  });

  test('counts a request that was not sent as a first failure', () => {
    const timings = [{ ...NEW }, failing()];
    timings.forEach(recordNotSent);
    expect(timings).toEqual([{ ...NEW, failures: 1 }, failing()]);
  });

  test('backs off after an error that is not a FleetError', () => {
    const timing = { ...NEW };
    recordFailure(timing, undefined, 10_000, () => 0.5);
    expect(timing).toMatchObject({ failures: 1, notBeforeMs: 11_500 });
  });

  test('is retried early once per run of failures', () => {
    const timing = failing(20_000);
    retryOnce(timing);
    expect(dueAt(timing, 60_000, 10_000)).toBe(10_000);
    failed('unavailable', timing);
    expect(timing).toMatchObject({ failures: 4, isRetried: true });
    recordAnswer(timing, 30_000);
    expect(timing.isRetried).toBe(false);
  });

  test('is due at its next phase if another fleet reads it after an early retry', () => {
    const timing = { ...failing(), failingSinceMs: 10_000 };
    retryOnce(timing);
    recordConfirmation(timing, 12_000);
    expect(dueAt(timing, 60_000, 12_000)).toBe(60_000);
  });
});

const aPhase = fc.double({ min: 0, max: 1 - 2 ** -53, noNaN: true });
const aTime = fc.double({ min: 0, max: 1e12, noNaN: true });
const anInterval = fc.double({ min: 100, max: 1e10, noNaN: true });

describe('the next due time', () => {
  test('is the next phase, unless that is less than 1 ms away', () => {
    expect([nextDue(0, 999, 1000), nextDue(0, 999.5, 1000)]).toEqual([1000, 1999.5]);
  });

  test('is a whole number of intervals plus the phase, and after the last poll by at most one interval', () => {
    fc.assert(
      fc.property(aPhase, aTime, anInterval, (phase, lastMs, intervalMs) => {
        const dueMs = nextDue(phase, lastMs, intervalMs);
        expect(dueMs).toBeGreaterThan(lastMs);
        expect(dueMs).toBeLessThanOrEqual(lastMs + intervalMs);
        const intervals = dueMs / intervalMs - phase;
        expect(Math.abs(intervals - Math.round(intervals))).toBeLessThan(1.001 / intervalMs + 1e-3);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the phases of many poll targets', () => {
  test.each([10, 1000, 100_000])('divide an interval evenly among %d poll targets', (count) => {
    const phases = Float64Array.from({ length: count }, (_, nth) => phaseOf(nth)).sort();
    const gaps = phases.map((phase, at) => (phases[at + 1] ?? 1 + (phases[0] as number)) - phase);
    expect(Math.max(...gaps.slice(0, 1e5)) * count).toBeLessThan(3);
    expect(Math.min(...gaps.slice(0, 1e5)) * count).toBeGreaterThan(0.3);
  });

  test('are from 0 up to 1', () => {
    for (const nth of [0, 1, 2, 1e6, 2 ** 29]) {
      expect(phaseOf(nth)).toBeGreaterThanOrEqual(0);
      expect(phaseOf(nth)).toBeLessThan(1);
    }
  });
});
