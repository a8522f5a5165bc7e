import { expect, test } from 'vitest';
import { describeBinding } from '../../contract/bindings/describe-binding.js';
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { countLimitsCalls } from '../../contract/bindings/count-limits-calls.js';
import { createStage } from '../../contract/bindings/stage.js';
import { svelte } from './svelte-binding.js';

describeBinding(svelte);

test('getters that return the same id keep the view', async () => {
  const stage = createStage(svelte);
  const made = countLimitsCalls(stage.fleet);
  const parts = (): readonly Part[] => [
    { ask: 'limits', resource: 'database', id: 'a' },
    { ask: 'transitions', id: 'a', limit: 5 },
  ];
  await stage.show(...parts());
  const before = stage.on(1);
  await stage.show(...parts());
  expect(stage.on(1)).toBe(before);
  expect(made()).toBe(1);
});
