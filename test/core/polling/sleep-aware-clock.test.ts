import { describe, expect, test } from 'vitest';
import { createSleepAwareClock } from '../../../src/core/polling/sleep-aware-clock.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { createVirtualClock } from '../../support/virtual-clock.js';

function createRoom() {
  const virtual = createVirtualClock();
  const timers = createCountingClock(virtual);
  return { virtual, timers, ...createSleepAwareClock(timers) };
}

describe('the clock of a room', () => {
  test('has one armed timer for all of its tasks, and none without them', async () => {
    const { virtual, timers, clock } = createRoom();
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

  test('runs a task at its time, also where an earlier one was cancelled', async () => {
    const { virtual, timers, clock } = createRoom();
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

  test('runs those that one late timer finds due in the order of their times', async () => {
    const virtual = createVirtualClock(1000);
    const { clock } = createSleepAwareClock(virtual);
    const ran: number[] = [];
    for (const delayMs of [500, 100, 300]) clock.schedule(() => ran.push(delayMs), delayMs);
    await virtual.advance(1000);
    expect(ran).toEqual([100, 300, 500]);
  });

  test('runs no task that another one cancels at the same time', async () => {
    const { virtual, clock } = createRoom();
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

  test('goes on after a task that throws', async () => {
    const { virtual, clock } = createRoom();
    let ran = 0;
    clock.schedule(() => {
      throw new Error('thrown');
    }, 100);
    clock.schedule(() => (ran += 1), 200);
    await expect(virtual.advance(1000)).rejects.toThrow('thrown');
    await virtual.advance(1000);
    expect(ran).toBe(1);
  });

  test('notices half a minute after a sleep, at the latest, that its time is over', async () => {
    const { virtual, clock } = createRoom();
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

  test('takes a small correction of the wall clock for no sleep, nor one that goes back', () => {
    const { virtual, clock } = createRoom();
    for (const ms of [9000, -3_600_000, 5000, -1]) {
      virtual.sleep(ms);
      expect(clock.monotonic()).toBe(0);
    }
    virtual.sleep(10_000);
    expect(clock.monotonic()).toBe(10_000);
  });

  test('has a face that no wall clock moves; both share the timer', async () => {
    const { virtual, timers, awake, clock } = createRoom();
    const ran: string[] = [];
    awake.schedule(() => ran.push('awake'), 3_600_000);
    clock.schedule(() => ran.push('asleep too'), 3_600_000);
    expect(timers.armed).toBe(1);
    virtual.sleep(8 * 3_600_000);
    await virtual.advance(30_000);
    expect(ran).toEqual(['asleep too']);
    expect(awake.monotonic()).toBe(30_000);
    await virtual.advance(3_600_000 - 30_000);
    expect(ran).toEqual(['asleep too', 'awake']);
    expect(timers).toMatchObject({ armed: 0, mostArmed: 1 });
  });

  test('adds nothing where the timers go on in a sleep, and come late', async () => {
    const { virtual, clock } = createRoom();
    await virtual.advance(8 * 3_600_000);
    expect(clock.monotonic()).toBe(8 * 3_600_000);
    expect(clock.now()).toBe(virtual.now());
  });

  test('is safe for delays over 2^31 ms', async () => {
    const { virtual, clock } = createRoom();
    let ran = 0;
    clock.schedule(() => (ran += 1), 2 ** 31 + 10_000);
    await virtual.advance(2 ** 31);
    expect(ran).toBe(0);
    await virtual.advance(10_000);
    expect(ran).toBe(1);
  });
});
