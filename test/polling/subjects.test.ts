import { expect, test } from 'vitest';
import { createSubjects } from '../../src/polling/subjects.js';

test('a subject that is released twice gives its number away once', () => {
  const subjects = createSubjects(() => {});
  const admit = (key: string) => {
    subjects.change(key, 'tracked', 1);
    return subjects.get(key);
  };
  const first = admit('a');
  if (first === undefined) throw new Error('not admitted');
  subjects.release(first);
  subjects.release(first);
  expect(admit('b')?.handle).toBe(first.handle);
  expect(admit('c')?.handle).not.toBe(first.handle);
});
