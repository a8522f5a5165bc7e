import { expect, test } from 'vitest';
import { confirmed, unknownEntry } from '../../../src/core/store/entry.js';
import { createFieldReaders, selectMemoized } from '../../../src/core/store/slot-view.js';

interface Thing {
  readonly name: string;
}
const entry = confirmed(unknownEntry<Thing>('a'), { name: 'orders' }, 0);

test('a field reader returns the field, and undefined without a record', () => {
  const read = createFieldReaders<Thing>()('name');
  expect(read(entry)).toBe('orders');
  expect(read(unknownEntry('a'))).toBeUndefined();
});

test.each(['__proto__', 'constructor', 'toString'])('a field reader ignores the inherited member %s', (field) => {
  expect(createFieldReaders<Thing>()(field as 'name')(entry)).toBeUndefined();
});

test('two reads of one field share a reader', () => {
  const readerOf = createFieldReaders<Thing>();
  expect(readerOf('name')).toBe(readerOf('name'));
});

test('a memoized selector keeps its result while the input is the same or the new result is equal', () => {
  let calls = 0;
  const select = selectMemoized(
    (input: number) => {
      calls += 1;
      return [input % 10];
    },
    ([a], [b]) => a === b,
  );
  const first = select(1);
  expect(select(1)).toBe(first);
  expect(calls).toBe(1);
  expect(select(11)).toBe(first);
  expect(select(2)).toEqual([2]);
  expect(calls).toBe(3);
});
