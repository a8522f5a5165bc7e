import { describe, expect, test } from 'vitest';
import { backoff } from '../../../src/core/polling/backoff.js';

describe('the backoff', () => {
  test.each([
    [1, 2000],
    [2, 4000],
    [5, 32_000],
    [8, 256_000],
    [9, 300_000],
    [2000, 300_000],
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
