import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DueQueue } from '../../../src/core/polling/due-queue.js';
import { createSeededRandom } from '../../support/seeded-random.js';

interface Due {
  readonly handle: number;
  readonly dueMs: number;
  readonly lane: number;
}

/** A reference implementation: a list that is searched. */
function createDueList() {
  let list: Due[] = [];
  return {
    set: (due: Due) => (list = [...list.filter(({ handle }) => handle !== due.handle), due]),
    delete: (gone: number) => (list = list.filter(({ handle }) => handle !== gone)),
    due: (nowMs: number) =>
      list.filter(({ dueMs }) => dueMs <= nowMs).sort((a, b) => a.lane - b.lane || a.dueMs - b.dueMs),
    nextMs: () => Math.min(...list.map(({ dueMs }) => dueMs)),
    dueOf: (wanted: number) => list.find(({ handle }) => handle === wanted),
  };
}

/** A few times that repeat, and some that are much later. */
const aHandle = fc.oneof({ weight: 9, arbitrary: fc.nat(200) }, { weight: 1, arbitrary: fc.nat(5000) });
const LANES = [0, 1, 2, 3];
const aLane = fc.nat(3);
const aStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('set' as const), handle: aHandle, dueMs: fc.nat(1000), lane: aLane }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), handle: aHandle }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take' as const), nowMs: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take from' as const), lane: aLane }) },
);

describe('the due-queue', () => {
  test('does not contain a handle that was deleted, also as the last one and twice', () => {
    const queue = new DueQueue(1);
    queue.set(1, 10, 0);
    queue.set(2, 20, 0);
    for (const handle of [2, 2, 1, 1]) queue.delete(handle);
    expect([queue.nextMs(0), queue.take(0), queue.dueMs(1)]).toEqual([Infinity, -1, undefined]);
    queue.set(3, 30, 0);
    expect([queue.countDue(0, 30), queue.take(0), queue.take(0)]).toEqual([1, 3, -1]);
  });

  test('counts a handle as due from its time on', () => {
    const queue = new DueQueue(1);
    queue.set(1, 10, 0);
    expect([9, 10, 11].map((nowMs) => queue.countDue(0, nowMs))).toEqual([0, 1, 1]);
    expect([9, 10, 11].map((nowMs) => queue.isDue(0, nowMs))).toEqual([false, true, true]);
    for (const handle of [2, 3]) queue.set(handle, 10, 0);
    expect([1, 2, 3, 4].map((limit) => queue.countDue(0, 10, limit))).toEqual([1, 2, 3, 3]);
  });

  test('behaves like a list sorted by lane and time', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 500 }), (steps) => {
        const queue = new DueQueue(LANES.length);
        const list = createDueList();
        for (const step of steps) {
          if (step.kind === 'set') {
            queue.set(step.handle, step.dueMs, step.lane);
            list.set(step);
            expect(queue.dueMs(step.handle)).toBe(step.dueMs);
          } else if (step.kind === 'delete') {
            queue.delete(step.handle);
            list.delete(step.handle);
            expect(queue.dueMs(step.handle)).toBeUndefined();
          } else if (step.kind === 'take from') {
            const [first] = list.due(Infinity).filter(({ lane }) => lane === step.lane);
            const taken = queue.take(step.lane);
            expect(list.dueOf(taken)?.dueMs).toBe(first?.dueMs);
            list.delete(taken);
          } else {
            const [first] = list.due(step.nowMs);
            expect(queue.countDue(0, step.nowMs)).toBe(list.due(step.nowMs).length);
            for (const each of LANES)
              expect(queue.countDue(each, step.nowMs)).toBe(
                list.due(step.nowMs).filter(({ lane }) => lane >= each).length,
              );
            const lane = LANES.find((each) => queue.isDue(each, step.nowMs)) ?? -1;
            const taken = lane === -1 ? -1 : queue.take(lane);
            // The order of two items that are due at the same time is not specified.
            expect(list.dueOf(taken)?.dueMs).toBe(first?.dueMs);
            expect(lane).toBe(first?.lane ?? -1);
            list.delete(taken);
          }
          expect(queue.nextMs(0)).toBe(list.nextMs());
        }
      }),
      { numRuns: 300 },
    );
  });

  test('stays in order after removals at any position', () => {
    const random = createSeededRandom(1);
    const queue = new DueQueue(1);
    const dues = Array.from({ length: 1000 }, () => Math.floor(random() * 1e6));
    for (const [handle, dueMs] of dues.entries()) queue.set(handle, dueMs, 0);
    const stays = dues.map(() => random() < 0.5);
    for (const [handle, isStaying] of stays.entries()) if (!isStaying) queue.delete(handle);
    const left = dues.filter((_, handle) => stays[handle]).sort((a, b) => a - b);
    expect(left.map(() => dues[queue.take(0)])).toEqual(left);
  });
});
