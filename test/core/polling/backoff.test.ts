import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoff } from '../../../src/core/polling/backoff.js';

describe('the backoff', () => {
  test('stays between 1 s and 5 min, for any random number and any number of failures', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1 - 2 ** -53, noNaN: true }),
        (n, chance) => {
          const delayMs = backoff(n, () => chance);
          expect(delayMs).toBeGreaterThanOrEqual(1000);
          expect(delayMs).toBeLessThanOrEqual(300_000);
        },
      ),
    );
  });

  test.each([
    [1, 2000],
    [2, 4000],
    [5, 32_000],
    [8, 256_000],
    [9, 300_000],
    [40, 300_000],
  ])('has full jitter: after failure %d anything from the shortest up to %d ms', (attempt, ceilingMs) => {
    expect(backoff(attempt, () => 0)).toBe(1000);
    expect(backoff(attempt, () => 0.5)).toBe((1000 + ceilingMs) / 2);
    expect(backoff(attempt, () => 1)).toBe(ceilingMs);
  });

  test('accepts custom bounds', () => {
    expect(backoff(1, () => 1, 1500)).toBe(1500);
    expect(backoff(1, () => 1, 1)).toBe(1000);
  });
});
