import { describe, expect, test } from 'vitest';
import { FleetClock } from '../../../src/core/polling/fleet-clock.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';

// The tests of the scheduler show the rest: sleep, timers after sleep, and what the wall clock does not change.

describe('the corrected clock', () => {
  test('ignores small corrections of the wall clock, and corrections backwards', () => {
    const virtual = createVirtualClock();
    const { corrected } = new FleetClock(virtual);
    for (const ms of [9000, -3_600_000, 5000, -1]) {
      virtual.sleep(ms);
      expect(corrected.monotonic()).toBe(0);
    }
    virtual.sleep(10_000);
    expect(corrected.monotonic()).toBe(10_000);
  });

  test('adds nothing if the monotonic clock of the platform includes sleep', async () => {
    const virtual = createVirtualClock();
    const { corrected } = new FleetClock(virtual);
    await virtual.advance(8 * 3_600_000);
    expect([corrected.monotonic(), corrected.now()]).toEqual([8 * 3_600_000, virtual.now()]);
  });
});
