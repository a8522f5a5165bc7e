import { expect, test } from 'vitest';
import { Cancellation } from '../../../src/core/api/cancellation.js';
import { onAbort } from '../../../src/core/api/on-abort.js';

test('calls each that waits, in their order, once', () => {
  const cancellation = new Cancellation();
  const called: string[] = [];
  cancellation.onAbort(() => called.push('first'));
  onAbort(cancellation, () => called.push('second'));
  expect(cancellation.aborted).toBe(false);
  cancellation.abort();
  cancellation.abort();
  expect(called).toEqual(['first', 'second']);
  expect(cancellation.aborted).toBe(true);
});

test('does not call who was taken back, also by another that it called before', () => {
  const cancellation = new Cancellation();
  const called: string[] = [];
  const forget = [
    cancellation.onAbort(() => called.push('taken back')),
    cancellation.onAbort(() => forget[2]?.()),
    cancellation.onAbort(() => called.push('taken back meanwhile')),
  ];
  forget[0]?.();
  cancellation.abort();
  expect(called).toEqual([]);
});

test('says that it is aborted to those whom it calls', () => {
  const cancellation = new Cancellation();
  const seen: boolean[] = [];
  cancellation.onAbort(() => seen.push(cancellation.aborted));
  cancellation.abort();
  expect(seen).toEqual([true]);
});
