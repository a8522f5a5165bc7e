import { expect, test, vi } from 'vitest';
import { memoizedSelector } from '../../src/bindings/selection.js';

test('the selector is called once for a value', () => {
  const source = { value: 1 };
  const selector = vi.fn<(value: number) => object>((value) => ({ value }));
  const read = memoizedSelector(source, selector, Object.is);
  expect(selector).not.toHaveBeenCalled();
  expect(read()).toBe(read());
  source.value = 2;
  expect(read()).toEqual({ value: 2 });
  expect(selector).toHaveBeenCalledTimes(2);
});

test('an equal selection keeps the reference of the last selection', () => {
  const source = { value: ['a'] };
  const read = memoizedSelector(
    source,
    ([name]) => ({ name }),
    (a, b) => a.name === b.name,
  );
  const before = read();
  source.value = ['a', 'b'];
  expect(read()).toBe(before);
  source.value = ['b'];
  expect(read()).toEqual({ name: 'b' });
});

test('undefined is a valid value and a valid selection', () => {
  const selector = vi.fn<(value: undefined) => undefined>((value) => value);
  const read = memoizedSelector({ value: undefined }, selector, Object.is);
  expect([read(), read()]).toEqual([undefined, undefined]);
  expect(selector).toHaveBeenCalledOnce();
});

test('a selector that throws is called again', () => {
  const source = { value: 1 };
  const read = memoizedSelector(
    source,
    (value) => {
      if (value === 2) throw new Error('refused');
      return value;
    },
    Object.is,
  );
  expect(read()).toBe(1);
  source.value = 2;
  expect(read).toThrow('refused');
  expect(read).toThrow('refused');
  source.value = 3;
  expect(read()).toBe(3);
});
