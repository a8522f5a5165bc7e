import { describe, expect, test } from 'vitest';
import { StarvationGuard } from '../../../src/core/polling/starvation-guard.js';

/** Counts how often each of three lanes is served while the `busy` lanes have items. */
function turnsOf(guard: StarvationGuard, busy: readonly number[], count: number): number[] {
  const counts = [0, 0, 0];
  for (let turn = 0; turn < count; turn++) {
    const lane = guard.next((each) => busy.includes(each));
    counts[lane] = (counts[lane] as number) + 1;
  }
  return counts;
}

describe('the starvation guard', () => {
  test('serves the first lane that has items, and none if all are empty', () => {
    const guard = new StarvationGuard(3);
    expect(guard.next(() => true)).toBe(0);
    expect(guard.next((lane) => lane > 0)).toBe(1);
    expect(guard.next((lane) => lane > 1)).toBe(2);
    expect(guard.next(() => false)).toBe(-1);
  });

  test('serves the first lane for 150 turns, and then gives each skipped lane every fourth turn', () => {
    const guard = new StarvationGuard(3);
    expect(turnsOf(guard, [0, 2], 150)).toEqual([150, 0, 0]);
    expect(turnsOf(guard, [0, 2], 400)).toEqual([300, 0, 100]);
    const another = new StarvationGuard(3);
    turnsOf(another, [0, 1, 2], 160);
    expect(turnsOf(another, [0, 1, 2], 400)).toEqual([200, 100, 100]);
  });

  test('serves the lane that was skipped for longer, or the first of two that were skipped for equally long', () => {
    const guard = new StarvationGuard(3);
    turnsOf(guard, [0, 1, 2], 150);
    expect(guard.next(() => true)).toBe(1);
    expect(turnsOf(guard, [0, 1], 3)).toEqual([3, 0, 0]);
    expect(guard.next(() => true)).toBe(2);
  });

  test('serves a skipped lane before a first lane that waited as long', () => {
    const guard = new StarvationGuard(4);
    for (let turn = 0; turn < 150; turn++) guard.next((lane) => lane < 3 || turn > 0);
    expect(guard.next(() => true)).toBe(1);
    expect(guard.next((lane) => lane > 1)).toBe(3);
  });

  test('keeps strict priority while the last lane gets a fourth of the turns without help', () => {
    const guard = new StarvationGuard(3);
    for (let round = 0; round < 1000; round++) {
      expect(guard.next(() => true)).toBe(0);
      expect(guard.next(() => true)).toBe(0);
      expect(guard.next((lane) => lane === 2)).toBe(2);
      guard.next((lane) => lane === 1);
    }
  });

  test('serves a lane soon that fills again during a flood, and is strict again after the flood', () => {
    const guard = new StarvationGuard(3);
    turnsOf(guard, [0, 1], 200);
    expect(turnsOf(guard, [0], 100)).toEqual([100, 0, 0]);
    expect(turnsOf(guard, [0, 1], 4)).toEqual([3, 1, 0]);
    guard.next(() => false);
    expect(turnsOf(guard, [0, 1], 150)).toEqual([150, 0, 0]);
  });

  test('forgets skipped turns on reset', () => {
    const guard = new StarvationGuard(3);
    turnsOf(guard, [0, 1], 150);
    guard.reset();
    expect(turnsOf(guard, [0, 1], 150)).toEqual([150, 0, 0]);
  });
});
