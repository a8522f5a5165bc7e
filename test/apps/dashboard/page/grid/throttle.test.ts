import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { throttle } from '../../../../../src/apps/dashboard/page/grid/throttle.js';
import { createManualClock } from '../../../../support/manual-clock.js';

function createThrottled() {
  const clock = createManualClock();
  const changes = new Subject<void>();
  let computed = 0;
  const view = throttle(
    clock,
    [changes],
    () => (computed += 1),
    () => 1000,
  );
  return { clock, changes, view, computed: () => computed };
}

describe('throttle', () => {
  it('computes at once after a quiet interval, then once per interval', async () => {
    const { clock, changes, view } = createThrottled();
    const emitted: number[] = [];
    view.subscribe((value) => emitted.push(value));
    expect(emitted).toEqual([1]);
    for (let change = 0; change < 5; change++) changes.next();
    expect(emitted).toEqual([1, 2]);
    await clock.advance(999);
    expect(emitted).toEqual([1, 2]);
    await clock.advance(1);
    expect(emitted).toEqual([1, 2, 3]);
    await clock.advance(10_000);
    expect(emitted).toEqual([1, 2, 3]);
    changes.next();
    expect(emitted).toEqual([1, 2, 3, 4]);
  });

  it('computes a waiting change at once when it is flushed, then once per interval', async () => {
    const { clock, changes, view } = createThrottled();
    const emitted: number[] = [];
    view.subscribe((value) => emitted.push(value));
    view.flush();
    expect(emitted).toEqual([1]);
    changes.next();
    changes.next();
    view.flush();
    expect(emitted).toEqual([1, 2, 3]);
    changes.next();
    await clock.advance(999);
    expect(emitted).toEqual([1, 2, 3]);
    await clock.advance(1);
    expect(emitted).toEqual([1, 2, 3, 4]);
  });

  it('computes nothing and has no subscription and no timer without subscribers', async () => {
    const { clock, changes, view, computed } = createThrottled();
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
});
