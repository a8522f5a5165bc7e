import { expect, test } from 'vitest';
import { onAbort } from '../../../src/core/shared/on-abort.js';
import { abortListeners } from '../../support/abort-listeners.js';

test('the tasks of a signal run once, in the order in which they were added', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => called.push('first'));
  onAbort(controller.signal, () => called.push('second'));
  expect(called).toEqual([]);
  controller.abort();
  controller.abort();
  expect(called).toEqual(['first', 'second']);
});

test('a removed task does not run, also if an earlier task removed it during the abort', () => {
  const controller = new AbortController();
  const called: string[] = [];
  const remove = [
    onAbort(controller.signal, () => called.push('removed before')),
    onAbort(controller.signal, () => remove[2]?.()),
    onAbort(controller.signal, () => called.push('removed meanwhile')),
  ];
  remove[0]?.();
  controller.abort();
  expect(called).toEqual([]);
});

test('a task that runs sees an aborted signal', () => {
  const controller = new AbortController();
  const seen: boolean[] = [];
  onAbort(controller.signal, () => seen.push(controller.signal.aborted));
  controller.abort();
  expect(seen).toEqual([true]);
});

test('a signal has one listener for all tasks, and no listener after the last task is removed', () => {
  const { signal } = new AbortController();
  const removals = Array.from({ length: 20 }, () => onAbort(signal, () => {}));
  expect(abortListeners(signal)).toBe(1);
  for (const remove of removals.slice(1)) remove();
  expect(abortListeners(signal)).toBe(1);
  removals[0]?.();
  expect(abortListeners(signal)).toBe(0);
  const called: string[] = [];
  const controller = new AbortController();
  onAbort(controller.signal, () => {})();
  onAbort(controller.signal, () => called.push('added later'));
  controller.abort();
  expect(called).toEqual(['added later']);
});
