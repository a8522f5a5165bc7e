import { expect, test } from 'vitest';
import { InterestTable } from '../../../src/core/polling/interest.js';
import { pollSource } from './poll-facts.js';

test('a poll target that is released twice frees its handle once', () => {
  const targets = new InterestTable(() => {});
  const source = pollSource('get-database');
  const first = targets.get(source, 'a');
  targets.release(first);
  targets.release(first);
  expect(targets.get(source, 'b').handle).toBe(first.handle);
  expect(targets.get(source, 'c').handle).not.toBe(first.handle);
});
