import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { calm } from '../../../../../src/apps/dashboard/page/grid/calm.js';
import { createManualClock } from '../../../../support/manual-clock.js';

function createSubject() {
  const clock = createManualClock();
  const changes = new Subject<void>();
  let computed = 0;
  const view = calm(
    clock,
    [changes],
    () => (computed += 1),
    () => 1000,
  );
  return { clock, changes, view, computed: () => computed };
}

describe('calm', () => {
  it('computes at once after a rest, and once in a while as long as changes go on', async () => {
    const { clock, changes, view } = createSubject();
    const told: number[] = [];
    view.subscribe((value) => told.push(value));
    expect(told).toEqual([1]);
    for (let change = 0; change < 5; change++) changes.next();
    expect(told).toEqual([1, 2]);
    await clock.advance(999);
    expect(told).toEqual([1, 2]);
    await clock.advance(1);
    expect(told).toEqual([1, 2, 3]);
    await clock.advance(10_000);
    expect(told).toEqual([1, 2, 3]);
    changes.next();
    expect(told).toEqual([1, 2, 3, 4]);
  });

  it('computes nothing, listens to nothing and leaves no timer while nobody looks', async () => {
    const { clock, changes, view, computed } = createSubject();
    const subscription = view.subscribe(() => {});
    changes.next();
    changes.next();
    subscription.unsubscribe();
    expect([changes.observed, clock.pending]).toEqual([false, 0]);
    const before = computed();
    changes.next();
    await clock.advance(5000);
    expect(computed()).toBe(before);
  });

  it('is told of what changed meanwhile when somebody looks again', () => {
    const { changes, view } = createSubject();
    view.subscribe(() => {}).unsubscribe();
    const told: number[] = [];
    view.subscribe((value) => told.push(value));
    changes.next();
    expect(told.length).toBe(2);
  });
});
