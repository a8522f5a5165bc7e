import { expect, test } from 'vitest';
import { createPollTargets } from '../../../src/core/polling/poll-targets.js';

test('a poll target that is released twice frees its handle once', async () => {
  const targets = createPollTargets(() => {});
  const admit = (key: string) => {
    targets.change(key, 'tracked', 1);
    return targets.get(key);
  };
  const first = admit('a');
  if (first === undefined) throw new Error('not admitted');
  await Promise.resolve();
  targets.release(first);
  targets.release(first);
  expect(admit('b')?.handle).toBe(first.handle);
  expect(admit('c')?.handle).not.toBe(first.handle);
});

test('a poll target with an unsettled change of interest is kept until it is settled', async () => {
  const targets = createPollTargets((changed) => changed.forEach(targets.release));
  targets.change('a', 'observed', 1);
  const before = targets.get('a');
  if (before === undefined) throw new Error('not admitted');
  targets.release(before);
  targets.change('a', 'tracked', 1);
  expect(targets.get('a')).toBe(before);
  await Promise.resolve();
  expect(targets.get('a')).toBeUndefined();
});
