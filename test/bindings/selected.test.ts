import { expect, test, vi } from 'vitest';
import { selected } from '../../src/bindings/selected.js';
import { createReadable } from './create-readable.js';

test('a subscriber gets what is selected at once, then each time it changes', () => {
  const source = createReadable(1);
  const parity = selected(source, (value) => value % 2);
  const next = vi.fn<(value: unknown) => void>();
  const subscription = parity.subscribe(next);
  for (const value of [3, 4, 6, 7]) source.set(value);
  subscription.unsubscribe();
  source.set(8);
  expect(next.mock.calls).toEqual([[1], [0], [1]]);
});

test('each subscriber is told of each change, whoever read it before', () => {
  const source = createReadable(1);
  const doubled = selected(source, (value) => ({ value: value * 2 }));
  const [first, second] = [vi.fn<(value: unknown) => void>(), vi.fn<(value: unknown) => void>()];
  doubled.subscribe(() => first(doubled.value));
  doubled.subscribe(second);
  source.set(2);
  expect(second.mock.calls).toEqual([[{ value: 2 }], [{ value: 4 }]]);
  expect(second.mock.lastCall?.[0]).toBe(first.mock.lastCall?.[0]);
});

test('the selector is asked once for a value', () => {
  const source = createReadable(1);
  const selector = vi.fn<(value: number) => number>((value) => value);
  const same = selected(source, selector);
  same.subscribe(() => {});
  same.subscribe(() => {});
  expect(same.value).toBe(1);
  expect(selector).toHaveBeenCalledOnce();
});

test('what is equal to the last selection is the last selection', () => {
  const source = createReadable(['a']);
  const first = selected(
    source,
    ([name]) => ({ name }),
    (a, b) => a.name === b.name,
  );
  const before = first.value;
  source.set(['a', 'b']);
  expect(first.value).toBe(before);
  source.set(['b']);
  expect(first.value).toEqual({ name: 'b' });
});

test('undefined is a value, and so is a selection that is undefined', () => {
  const source = createReadable<number | undefined>(undefined);
  const selector = vi.fn<(value: number | undefined) => number | undefined>((value) => value);
  const same = selected(source, selector);
  const next = vi.fn<(value: unknown) => void>();
  same.subscribe(next);
  expect(same.value).toBeUndefined();
  expect(selector).toHaveBeenCalledOnce();
  expect(next.mock.calls).toEqual([[undefined]]);
});
