import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import { mergeStreams } from '../../../src/core/store/event-stream.js';

it('mergeStreams emits the events of both streams and completes after both', () => {
  const [first, second] = [new Subject<number>(), new Subject<number>()];
  const emitted: unknown[] = [];
  mergeStreams(first, second).subscribe({
    next: (value) => emitted.push(value),
    complete: () => emitted.push('complete'),
  });
  first.next(1);
  second.next(2);
  first.complete();
  second.next(3);
  expect(emitted).toEqual([1, 2, 3]);
  second.complete();
  expect(emitted).toEqual([1, 2, 3, 'complete']);
});

it('mergeStreams unsubscribes from both streams, also during the first value', () => {
  const [first, second] = [new Subject<number>(), new Subject<number>()];
  const subscription = mergeStreams(first, second).subscribe(() => subscription.unsubscribe());
  first.next(1);
  expect([first.observed, second.observed]).toEqual([false, false]);
});
