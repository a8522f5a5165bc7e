import { describe, expect, test } from 'vitest';
import {
  dueAt,
  noteAnswer,
  noteFailure,
  noteConfirmed,
  type PollTiming,
} from '../../../src/core/polling/poll-timing.js';
import { FleetError, type FleetErrorCode } from '../../../src/core/shared/fleet-error.js';

const failed = (
  code: FleetErrorCode,
  turn: PollTiming = { handle: 0, lastMs: 0, failures: 3, notBeforeMs: 5 },
): PollTiming => {
  noteFailure(turn, new FleetError(code, 'get-database', 'x'), 10_000, () => 0.5);
  return turn;
};

describe('the turn of a key', () => {
  test('is at once where it was never heard of', () => {
    expect(dueAt({ handle: 7, lastMs: undefined, failures: 0, notBeforeMs: undefined }, 60_000, 1234)).toBe(1234);
  });

  test('after an answer is its next one, and what failed before is forgotten', () => {
    const turn = { handle: 0, lastMs: 0, failures: 3, notBeforeMs: 1e9 };
    noteAnswer(turn, 10_000);
    expect(turn).toEqual({ handle: 0, lastMs: 10_000, failures: 0, notBeforeMs: undefined });
    expect(dueAt(turn, 60_000, 10_000)).toBe(60_000);
  });

  test('after a failure waits for the backoff as well', () => {
    const turn = failed('unavailable');
    expect(turn).toMatchObject({ lastMs: 10_000, failures: 4, notBeforeMs: 10_000 + 8500 });
    expect(dueAt(turn, 2000, 10_000)).toBe(18_500);
    expect(dueAt(turn, 60_000, 10_000)).toBe(60_000);
  });

  test('is never earlier for having been heard of earlier, or a fraction before', () => {
    const turn: PollTiming = { handle: 0, lastMs: undefined, failures: 0, notBeforeMs: undefined };
    noteConfirmed(turn, -Infinity);
    expect(turn.lastMs).toBeUndefined();
    noteConfirmed(turn, 1000.25);
    noteConfirmed(turn, 900);
    expect(turn.lastMs).toBe(1001);
  });

  test.each([
    ['asked for', 60_000, 60_000],
    ['a backoff longer than that', 5, 8500],
    ['asked for, 1 h at most', 1e12, 3_600_000],
  ])('after a failure waits for what the service asked for: %s', (_, retryAfterMs, waitMs) => {
    const turn: PollTiming = { handle: 0, lastMs: 0, failures: 3, notBeforeMs: 5 };
    noteFailure(turn, new FleetError('unavailable', 'get-database', 'x', { retryAfterMs }), 10_000, () => 0.5);
    expect(dueAt(turn, 2000, 10_000)).toBe(10_000 + waitMs);
  });

  test('that there is no such id is an answer', () => {
    expect(failed('not-found')).toMatchObject({ failures: 0, notBeforeMs: undefined });
  });

  test('that it was aborted is no failure, and no answer either', () => {
    expect(failed('aborted')).toMatchObject({ lastMs: 10_000, failures: 3, notBeforeMs: 5 });
  });
});
