import { describe } from 'vitest';
import type { BindingUnderTest } from './binding-under-test.js';
import { testCreation } from './test-creation.js';
import { testEntries } from './test-entries.js';
import { testErrors } from './test-errors.js';
import { testFleetQuestions } from './test-fleet-questions.js';
import { testIds } from './test-ids.js';
import { testLeaving } from './test-leaving.js';
import { testMisuse } from './test-misuse.js';
import { testRenders } from './test-renders.js';

const chapters: readonly (readonly [name: string, tests: (binding: BindingUnderTest) => void])[] = [
  ['one database', testIds],
  ['renders', testRenders],
  ['an entry', testEntries],
  ['what is asked of the whole fleet', testFleetQuestions],
  ['a form that creates', testCreation],
  ["what users' functions throw", testErrors],
  ['leaving', testLeaving],
  ['wrong use', testMisuse],
];

/** The contract of every binding. Runs in a page of Chromium and in happy-dom. */
export function describeBinding(binding: BindingUnderTest): void {
  describe(`the binding of ${binding.name}`, () => {
    describe.each(chapters)('%s', (_, tests) => {
      tests(binding);
    });
  });
}
