import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { either } from '../../../src/core/state/either.js';

it('tells what either source tells, and completes with the later of the two', () => {
  const [one, other] = [new Subject<number>(), new Subject<number>()];
  const told: unknown[] = [];
  either(one, other).subscribe({ next: (value) => told.push(value), complete: () => told.push('complete') });
  one.next(1);
  other.next(2);
  one.complete();
  other.next(3);
  expect(told).toEqual([1, 2, 3]);
  other.complete();
  expect(told).toEqual([1, 2, 3, 'complete']);
});

it('lets go of both when its subscriber leaves, also within the first value', () => {
  const [one, other] = [new Subject<number>(), new Subject<number>()];
  const subscription = either(one, other).subscribe(() => subscription.unsubscribe());
  one.next(1);
  expect([one.observed, other.observed]).toEqual([false, false]);
});
