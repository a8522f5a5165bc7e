import type { TestProjectInlineConfiguration } from 'vitest/config';

/** The tests of the whole dashboard in Chromium. The long timeouts allow for a busy machine. */
export function dashboardE2eProject(root: string): TestProjectInlineConfiguration {
  return {
    root,
    test: {
      name: 'dashboard',
      include: ['test/apps/dashboard/e2e/**/*.test.ts'],
      globalSetup: ['test/support/global-setup.ts', 'test/apps/dashboard/e2e/build-page.ts'],
      testTimeout: 120_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
    },
  };
}
