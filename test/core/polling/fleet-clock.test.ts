import { expect, test } from 'vitest';
import { createFleetClock } from '../../../src/core/polling/fleet-clock.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';

// The tests of the scheduler show the rest: sleep, timers after sleep, and what the wall clock does not change.

test('the corrected clock ignores small corrections of the wall clock, and corrections backwards', () => {
  const virtual = createVirtualClock();
  const { corrected } = createFleetClock(virtual);
  for (const ms of [9000, -3_600_000, 5000, -1]) {
    virtual.sleep(ms);
    expect(corrected.monotonic()).toBe(0);
  }
  virtual.sleep(10_000);
  expect(corrected.monotonic()).toBe(10_000);
});
