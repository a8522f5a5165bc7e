import type { TestProjectInlineConfiguration } from 'vitest/config';
import { timeouts } from '../../../vitest.node.config.js';

/** The tests of the whole dashboard in Chromium. */
export function dashboardE2eProject(root: string): TestProjectInlineConfiguration {
  return {
    root,
    test: {
      name: 'dashboard',
      include: ['test/apps/dashboard/e2e/**/*.test.ts'],
      isolate: false,
      globalSetup: 'test/apps/dashboard/e2e/build-page.ts',
      ...timeouts,
      testTimeout: 120_000,
    },
  };
}
