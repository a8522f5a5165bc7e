import { expect, test } from 'vitest';
import { createPollTargets, type PollKind } from '../../../src/core/polling/poll-targets.js';

const createKind = (): PollKind => ({
  source: {
    resource: 'database',
    operation: 'get-database',
    facts: () => ({ hasRecord: false, modifying: false, active: false, missing: false }),
    poll: () => Promise.resolve(),
    onRequested() {},
    onCancelled() {},
    onNotSent() {},
  },
  targets: new Map(),
  tellsOutcome: false,
  leftListeners: new Set(),
});

test('a poll target that is released twice frees its handle once', () => {
  const targets = createPollTargets(() => {});
  const kind = createKind();
  const first = targets.get(kind, 'a');
  targets.release(first);
  targets.release(first);
  expect(targets.get(kind, 'b').handle).toBe(first.handle);
  expect(targets.get(kind, 'c').handle).not.toBe(first.handle);
});

test('a poll target with an unsettled change of interest is kept until it is settled', async () => {
  const targets = createPollTargets((changed) => changed.forEach(targets.release));
  const kind = createKind();
  const target = targets.get(kind, 'a');
  targets.change(target, 'observed', 1);
  targets.release(target);
  expect(targets.get(kind, 'a')).toBe(target);
  await Promise.resolve();
  expect(kind.targets.get('a')).toBeUndefined();
});
