import { describe, expect, test } from 'vitest';
import { createStarvationGuard } from '../../../src/core/polling/starvation-guard.js';

/** How often each of three lanes gets its turn, while those that are named have something. */
function turnsOf(turns: ReturnType<typeof createStarvationGuard>, busy: readonly number[], count: number): number[] {
  const counts = [0, 0, 0];
  for (let turn = 0; turn < count; turn++) {
    const lane = turns.next((each) => busy.includes(each), 0);
    counts[lane] = (counts[lane] as number) + 1;
  }
  return counts;
}

describe('the turns of lanes', () => {
  test('go to the first that has something, and to none where none has', () => {
    const turns = createStarvationGuard(3);
    expect(turns.next(() => true, 0)).toBe(0);
    expect(turns.next((lane) => lane > 0, 0)).toBe(1);
    expect(turns.next((lane) => lane > 1, 0)).toBe(2);
    expect(turns.next(() => false, 0)).toBe(-1);
  });

  test('ask about the time that was given', () => {
    const turns = createStarvationGuard(2);
    expect(turns.next((lane, nowMs) => nowMs > 10 - lane, 10)).toBe(1);
  });

  test('stay with the first for 150 turns, and then every fourth is for one that was passed over', () => {
    const turns = createStarvationGuard(3);
    expect(turnsOf(turns, [0, 2], 150)).toEqual([150, 0, 0]);
    expect(turnsOf(turns, [0, 2], 400)).toEqual([300, 0, 100]);
  });

  test('give two that were passed over a fourth each', () => {
    const turns = createStarvationGuard(3);
    turnsOf(turns, [0, 1, 2], 160);
    const counts = turnsOf(turns, [0, 1, 2], 400);
    expect(counts).toEqual([200, 100, 100]);
  });

  test('are strict where the rest gets its fourth anyway', () => {
    const turns = createStarvationGuard(3);
    for (let round = 0; round < 1000; round++) {
      expect(turns.next(() => true, 0)).toBe(0);
      expect(turns.next(() => true, 0)).toBe(0);
      expect(turns.next((lane) => lane === 2, 0)).toBe(2);
      turns.next((lane) => lane === 1, 0);
    }
  });

  test('are not long in coming for one that had caught up, while the flood goes on; and are strict after it', () => {
    const turns = createStarvationGuard(3);
    turnsOf(turns, [0, 1], 200);
    expect(turnsOf(turns, [0], 100)).toEqual([100, 0, 0]);
    expect(turnsOf(turns, [0, 1], 4)).toEqual([3, 1, 0]);
    turns.next(() => false, 0);
    expect(turnsOf(turns, [0, 1], 150)).toEqual([150, 0, 0]);
  });

  test('begin anew after a reset', () => {
    const turns = createStarvationGuard(3);
    turnsOf(turns, [0, 1], 150);
    turns.reset();
    expect(turnsOf(turns, [0, 1], 150)).toEqual([150, 0, 0]);
  });
});
