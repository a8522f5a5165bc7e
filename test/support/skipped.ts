import type { Reporter, Vitest } from 'vitest/node';

/**
 * Says in one line how many tests a run skipped, and why: a program that they need is missing, or the platform is another.
 * In CI, a skipped test fails the run.
 */
export function createSkipReporter(): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd(modules) {
      const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
      // With a name filter, all other tests are skipped.
      if (skipped.length === 0 || vitest === undefined || vitest.config.testNamePattern !== undefined) return;
      const missing = vitest.projects.flatMap((project) => project.getProvidedContext().missingPrograms ?? []);
      const notes = skipped.flatMap((test) => {
        const result = test.result();
        return result.state === 'skipped' && result.note !== undefined ? [result.note] : [];
      });
      const reasons = [...new Set([...missing, ...notes])];
      console.log(`Skipped ${skipped.length} tests: ${reasons.join(', ') || 'they are for another platform'}.`);
      if (process.env['CI'] !== undefined) process.exitCode = 1;
    },
  };
}
