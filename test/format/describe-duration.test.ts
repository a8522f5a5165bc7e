import { describe, expect, it } from 'vitest';
import { describeCountdown, describeDuration } from '../../src/format/describe-duration.js';

describe('describeDuration', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [7_200_000, '2 h'],
    [90 * 86_400_000, '90 d'],
    // A clock that was set back.
    [-5000, '0 s'],
  ])('describes %d ms as %s', (ms, expected) => {
    expect(describeDuration(ms)).toBe(expected);
  });
});

describe('describeCountdown', () => {
  it.each([
    [2100, '3 s'],
    [1000, '1 s'],
    [0, '1 s'],
    [-50, '1 s'],
    [60_001, '1 min'],
  ])('describes %d ms until the event as %s', (left, expected) => {
    expect(describeCountdown(5000 + left, 5000)).toBe(expected);
  });
});
