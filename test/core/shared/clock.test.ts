import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/core/shared/clock.js';

const LONGEST = 2 ** 31 - 1;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a task of the clock', () => {
  test.each([1, 1000, LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 0.5, 2 * LONGEST, 2 ** 32 + 5, 10 * LONGEST + 7])(
    'in %d ms runs then, once, and not a millisecond before',
    (delayMs) => {
      const task = vi.fn<() => void>();
      systemClock.schedule(task, delayMs);
      vi.advanceTimersByTime(Math.floor(delayMs) - 1);
      expect(task).not.toHaveBeenCalled();
      vi.advanceTimersByTime(2);
      expect(task).toHaveBeenCalledOnce();
      vi.advanceTimersByTime(3 * LONGEST);
      expect(task).toHaveBeenCalledOnce();
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test.each([0, -1, -1e12])('in %d ms runs soon, but not synchronously', (delayMs) => {
    const task = vi.fn<() => void>();
    systemClock.schedule(task, delayMs);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(task).toHaveBeenCalledOnce();
  });

  test.each([0, 500, LONGEST + 500])('can be cancelled after %d ms, in any part of a long delay', (waitedMs) => {
    const task = vi.fn<() => void>();
    const cancel = systemClock.schedule(task, LONGEST + 1000);
    vi.advanceTimersByTime(waitedMs);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    cancel();
    vi.advanceTimersByTime(3 * LONGEST);
    expect(task).not.toHaveBeenCalled();
  });
});

test('the time of the clock never goes back, for any change of the wall clock', () => {
  const before = systemClock.monotonic();
  vi.advanceTimersByTime(250);
  vi.setSystemTime(0);
  expect(systemClock.monotonic() - before).toBe(250);
});
