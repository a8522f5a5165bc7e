import { expect, test } from 'vitest';
import { createSubjects } from '../../../src/core/polling/subjects.js';

test('a subject that is released twice gives its number away once', async () => {
  const subjects = createSubjects(() => {});
  const admit = (key: string) => {
    subjects.change(key, 'tracked', 1);
    return subjects.get(key);
  };
  const first = admit('a');
  if (first === undefined) throw new Error('not admitted');
  await Promise.resolve();
  subjects.release(first);
  subjects.release(first);
  expect(admit('b')?.handle).toBe(first.handle);
  expect(admit('c')?.handle).not.toBe(first.handle);
});

test('a subject whose interest is still to settle stays until then', async () => {
  const subjects = createSubjects((changed) => changed.forEach(subjects.release));
  subjects.change('a', 'observed', 1);
  const before = subjects.get('a');
  if (before === undefined) throw new Error('not admitted');
  subjects.release(before);
  subjects.change('a', 'tracked', 1);
  expect(subjects.get('a')).toBe(before);
  await Promise.resolve();
  expect(subjects.get('a')).toBeUndefined();
});
