import { expect, it } from 'vitest';
import { describeDuration } from '../../src/format/describe-duration.js';

it.each([
  [0, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
  [90 * 86_400_000, '90 d'],
  // A clock that was put back.
  [-5000, '0 s'],
])('%d ms', (ms, expected) => {
  expect(describeDuration(ms)).toBe(expected);
});
