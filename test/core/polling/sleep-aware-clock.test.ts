import { describe, expect, test } from 'vitest';
import { createSleepAwareClock } from '../../../src/core/polling/sleep-aware-clock.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createVirtualClock } from '../../../src/notebook/replay/virtual-clock.js';

function createClockUnderTest() {
  const virtual = createVirtualClock();
  const timers = createCountingClock(virtual);
  return { virtual, timers, ...createSleepAwareClock(timers) };
}

describe('the sleep-aware clock', () => {
  test('arms one timer for all tasks, and none without tasks', async () => {
    const { virtual, timers, corrected: clock } = createClockUnderTest();
    expect(timers.armed).toBe(0);
    const ran: number[] = [];
    for (const delayMs of [500, 100, 300, 90_000]) clock.schedule(() => ran.push(delayMs), delayMs);
    expect(timers.armed).toBe(1);
    await virtual.advance(1000);
    expect(ran).toEqual([100, 300, 500]);
    expect(timers.armed).toBe(1);
    await virtual.advance(100_000);
    expect(ran).toEqual([100, 300, 500, 90_000]);
    expect(timers).toMatchObject({ armed: 0, mostArmed: 1 });
  });

  test('runs a task on time after an earlier task was cancelled', async () => {
    const { virtual, timers, corrected: clock } = createClockUnderTest();
    const ranAt: number[] = [];
    const cancel = clock.schedule(() => ranAt.push(-1), 100);
    clock.schedule(() => ranAt.push(virtual.monotonic()), 200);
    cancel();
    cancel();
    await virtual.advance(1000);
    expect(ranAt).toEqual([200]);
    clock.schedule(() => {}, 100)();
    expect(timers.armed).toBe(0);
  });

  test('runs tasks in the order of their due times when the timer fires late', async () => {
    const virtual = createVirtualClock({ resolutionMs: 1000 });
    const { corrected: clock } = createSleepAwareClock(virtual);
    const ran: number[] = [];
    for (const delayMs of [500, 100, 300]) clock.schedule(() => ran.push(delayMs), delayMs);
    await virtual.advance(1000);
    expect(ran).toEqual([100, 300, 500]);
  });

  test('does not run a task that another due task cancels', async () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    let ran = 0;
    const cancels = [0, 1].map((nth) =>
      clock.schedule(() => {
        ran += 1;
        cancels[1 - nth]?.();
      }, 100),
    );
    await virtual.advance(1000);
    expect(ran).toBe(1);
  });

  test('runs later tasks after a task that throws', async () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    let ran = 0;
    clock.schedule(() => {
      throw new Error('thrown');
    }, 100);
    clock.schedule(() => (ran += 1), 200);
    await expect(virtual.advance(1000)).rejects.toThrow('thrown');
    await virtual.advance(1000);
    expect(ran).toBe(1);
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

  test('has an uncorrected clock that ignores the wall clock and shares the timer', async () => {
    const { virtual, timers, uncorrected, corrected: clock } = createClockUnderTest();
    const ran: string[] = [];
    uncorrected.schedule(() => ran.push('uncorrected'), 3_600_000);
    clock.schedule(() => ran.push('corrected'), 3_600_000);
    expect(timers.armed).toBe(1);
    virtual.sleep(8 * 3_600_000);
    await virtual.advance(30_000);
    expect(ran).toEqual(['corrected']);
    expect(uncorrected.monotonic()).toBe(30_000);
    await virtual.advance(3_600_000 - 30_000);
    expect(ran).toEqual(['corrected', 'uncorrected']);
    expect(timers).toMatchObject({ armed: 0, mostArmed: 1 });
  });

  test('adds nothing if the monotonic clock of the platform includes sleep', async () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    await virtual.advance(8 * 3_600_000);
    expect(clock.monotonic()).toBe(8 * 3_600_000);
    expect(clock.now()).toBe(virtual.now());
  });

  test('accepts delays over 2^31 ms', async () => {
    const { virtual, corrected: clock } = createClockUnderTest();
    let ran = 0;
    clock.schedule(() => (ran += 1), 2 ** 31 + 10_000);
    await virtual.advance(2 ** 31);
    expect(ran).toBe(0);
    await virtual.advance(10_000);
    expect(ran).toBe(1);
  });
});
