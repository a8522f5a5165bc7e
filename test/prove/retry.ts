import type { Reporter, TestCase } from 'vitest/node';

/**
 * In CI, a long check gets a second attempt: on a busy machine the operating system may delay its programs and pages for
 * seconds.
 */
export const retry = process.env['CI'] === undefined ? 0 : 1;

/** Lists the tests that passed at the second attempt, with the failure of the first. */
export function createRetryReporter(): Reporter {
  const retried: TestCase[] = [];
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) retried.push(test);
    },
    onTestRunEnd() {
      for (const test of retried) {
        const [error] = test.result().errors ?? [];
        console.log(`Passed at the second attempt: ${test.module.relativeModuleId} > ${test.fullName}`);
        console.log(`The first attempt failed: ${error?.stack ?? error?.message}\n`);
      }
    },
  };
}
