import type { Reporter, TestCase } from 'vitest/node';
import type { TestResult } from './report/proof-page.js';

/**
 * In CI, a long check gets a second attempt: on a busy machine the operating system may delay its programs and pages for
 * seconds.
 */
export const retry = process.env['CI'] === undefined ? 0 : 1;

/** Says which check runs. At the end it prints how long each took, what passed at the second attempt, and what failed. */
export function createSummary(): Reporter & { readonly results: TestResult[]; print(): void } {
  const startedAt = new Map<string, number>();
  const outcomes: Record<string, { readonly seconds: number; readonly result: string }> = {};
  const retried: string[] = [];
  const failures: string[] = [];
  const results: TestResult[] = [];
  return {
    /** Of each test that ran. */
    results,
    onTestCaseResult(test) {
      const { state } = test.result();
      if (state === 'skipped') return;
      const file = test.module.relativeModuleId;
      results.push({ file, name: test.fullName, hasPassed: state === 'passed', figures: test.meta().figures });
      if (test.diagnostic()?.flaky) retried.push(failureOf(test));
    },
    onTestModuleStart({ moduleId, relativeModuleId }) {
      startedAt.set(moduleId, performance.now());
      console.log(`\nRunning ${relativeModuleId}`);
    },
    onTestModuleEnd(module) {
      const { moduleId, relativeModuleId } = module;
      const tookMs = performance.now() - (startedAt.get(moduleId) ?? performance.now());
      const seconds = Math.round(tookMs / 1000);
      outcomes[relativeModuleId] = { seconds, result: module.ok() ? 'passed' : 'FAILED' };
      failures.push(...module.errors().map((error) => `${relativeModuleId}\n${error.stack ?? error.message}`));
      failures.push(...[...module.children.allTests('failed')].map(failureOf));
      console.log(`${relativeModuleId} took ${seconds} s`);
    },
    onTestRunEnd(_modules, errors) {
      failures.push(...errors.map((error) => `An error outside of the tests\n${error.stack ?? error.message}`));
    },
    print() {
      console.table(outcomes);
      for (const failure of retried) console.log(`Passed at the second attempt: ${failure}\n`);
      for (const failure of failures) console.log(`Failed: ${failure}\n`);
    },
  };
}

/** The name of a test with its first failure. */
function failureOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return `${test.module.relativeModuleId} > ${test.fullName}\n${error?.stack ?? error?.message}`;
}
