import { expect, test } from 'vitest';
import { confirmed, unknownEntry } from '../../../src/core/state/entry.js';
import { createFieldReaders } from '../../../src/core/state/field-readers.js';

interface Thing {
  readonly name: string;
}
const entry = confirmed(unknownEntry<Thing>('a'), { name: 'orders' }, 0);

test('reads a field of the record, and nothing where there is no record', () => {
  const read = createFieldReaders<Thing>()('name');
  expect(read(entry)).toBe('orders');
  expect(read(unknownEntry('a'))).toBeUndefined();
});

test.each(['__proto__', 'constructor', 'toString'])('what a record inherits is no field of it: %s', (field) => {
  expect(createFieldReaders<Thing>()(field as 'name')(entry)).toBeUndefined();
});

test('is one function for each field', () => {
  const readerOf = createFieldReaders<Thing>();
  expect(readerOf('name')).toBe(readerOf('name'));
});
