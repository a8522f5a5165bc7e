import { expect, it } from 'vitest';
import { createClockJumps } from '../../../src/monitor/alerts/clock-jumps.js';

it('returns each jump of the wall clock by at least 10 s, once', () => {
  const time = { wall: 5_000_000, monotonic: 20_000 };
  const jumpOf = createClockJumps({ now: () => time.wall, monotonic: () => time.monotonic, schedule: () => () => {} });
  const jumps = [0, 9999, 10_000, -9999, -10_000, 86_400_000].map((jumpMs) => {
    time.wall += 60_000 + jumpMs;
    time.monotonic += 60_000;
    return jumpOf();
  });
  expect(jumps).toEqual([0, 0, 10_000, 0, -10_000, 86_400_000]);
});
