import { expect, test } from 'vitest';
import { InterestTable } from '../../../src/core/polling/interest.js';
import type { PollSource } from '../../../src/core/polling/poll-target.js';
import { pollFacts } from './poll-facts.js';

const source: PollSource = {
  operation: 'get-database',
  has: () => true,
  facts: (_, interest) => pollFacts(interest),
  confirmedAt: () => undefined,
  poll: () => Promise.resolve(),
};

test('a poll target that is released twice frees its handle once', () => {
  const targets = new InterestTable(() => {});
  const first = targets.get(source, 'a');
  targets.release(first);
  targets.release(first);
  expect(targets.get(source, 'b').handle).toBe(first.handle);
  expect(targets.get(source, 'c').handle).not.toBe(first.handle);
});
