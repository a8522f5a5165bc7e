import { describe, expect, test } from 'vitest';
import { FleetClock } from '../../../src/core/polling/fleet-clock.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';

function createClockUnderTest() {
  const virtual = createVirtualClock();
  const timers = createCountingClock(virtual);
  const uncorrected = new FleetClock(timers);
  return { virtual, timers, uncorrected, corrected: uncorrected.corrected };
}

describe('the corrected clock', () => {
  test('runs a task when it is due, unless it was cancelled', async () => {
    const { virtual, timers, corrected: clock } = createClockUnderTest();
    const ranAt: number[] = [];
    const cancel = clock.schedule(() => ranAt.push(-1), 50_000);
    clock.schedule(() => ranAt.push(virtual.monotonic()), 90_000);
    await virtual.advance(40_000);
    cancel();
    cancel();
    await virtual.advance(100_000);
    expect(ranAt).toEqual([90_000]);
    expect(timers.armed).toBe(0);
  });

  test('runs an overdue task within 30 s after sleep', async () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    let ran = 0;
    clock.schedule(() => (ran += 1), 3_600_000);
    await virtual.advance(10_000);
    virtual.sleep(8 * 3_600_000);
    await virtual.advance(30_000);
    expect(ran).toBe(1);
    expect(clock.monotonic()).toBe(8 * 3_600_000 + 40_000);
    await virtual.advance(3_600_000);
    expect(ran).toBe(1);
  });

  test('ignores small corrections of the wall clock, and corrections backwards', () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    for (const ms of [9000, -3_600_000, 5000, -1]) {
      virtual.sleep(ms);
      expect(clock.monotonic()).toBe(0);
    }
    virtual.sleep(10_000);
    expect(clock.monotonic()).toBe(10_000);
  });

  test('has an uncorrected clock that ignores the wall clock', async () => {
    const { virtual, uncorrected, corrected: clock } = createClockUnderTest();
    const ran: string[] = [];
    uncorrected.schedule(() => ran.push('uncorrected'), 3_600_000);
    clock.schedule(() => ran.push('corrected'), 3_600_000);
    virtual.sleep(8 * 3_600_000);
    await virtual.advance(30_000);
    expect(ran).toEqual(['corrected']);
    expect(uncorrected.monotonic()).toBe(30_000);
    await virtual.advance(3_600_000 - 30_000);
    expect(ran).toEqual(['corrected', 'uncorrected']);
  });

  test('adds nothing if the monotonic clock of the platform includes sleep', async () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    await virtual.advance(8 * 3_600_000);
    expect(clock.monotonic()).toBe(8 * 3_600_000);
    expect(clock.now()).toBe(virtual.now());
  });
});
