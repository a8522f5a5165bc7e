import { describe } from 'vitest';
import type { BindingUnderTest } from './binding-under-test.js';
import { testOn, type StageTest } from './stage.js';
import { testCreation } from './test-creation.js';
import { testFleetViews } from './test-fleet-views.js';
import { testHydration } from './test-hydration.js';
import { testIds, testKeepPrevious, testLists } from './test-ids.js';
import { testUnmounting } from './test-unmounting.js';
import { testErrors, testMisuse } from './test-misuse.js';
import { testRenders } from './test-renders.js';
import { testWaiting } from './test-waiting.js';

type Chapter = readonly [name: string, tests: (test: StageTest, binding: BindingUnderTest) => void];

const chapters: readonly Chapter[] = [
  ['a record and its entry', testIds],
  ['the value of the previous id', testKeepPrevious],
  ['renders', testRenders],
  ['several databases', testLists],
  ['the views of the whole fleet', testFleetViews],
  ['a form that creates a database', testCreation],
  ["an error of a user's function", testErrors],
  ['unmounting', testUnmounting],
  ['incorrect use', testMisuse],
];

const chaptersOf = ({ waits, hydrates }: BindingUnderTest): typeof chapters => [
  ...chapters,
  ...(waits ? [['a component that waits', testWaiting] as const] : []),
  ...(hydrates ? [['the snapshot of a server', testHydration] as const] : []),
];

/** The contract of every binding. Runs in a page of Chromium, and in the long checks in happy-dom. */
export function describeBinding(binding: BindingUnderTest): void {
  describe(`the binding of ${binding.name}`, () => {
    describe.each(chaptersOf(binding))('%s', (_, tests) => {
      tests(testOn(binding), binding);
    });
  });
}
