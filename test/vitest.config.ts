import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bindingProjects } from './bindings/binding-projects.js';
import { chromium } from './browser/chromium.js';
import { dashboardProject } from './browser/dashboard/dashboard-project.js';
import { dashboardE2eProject } from './apps/dashboard/e2e/dashboard-e2e-project.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Run in more than one place, by projects of their own. */
const inPages = ['test/runtimes/public-face.test.ts', 'test/browser/**/*.test.ts'];
const elsewhere = [...inPages, 'test/bindings/*/**', 'test/apps/dashboard/e2e/**'];

export default defineConfig({
  root,
  test: {
    coverage: { include: ['src/**'] },
    projects: [
      {
        root,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: elsewhere,
          globalSetup: 'test/support/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      'test/vitest.face.config.ts',
      chromium(root, { name: 'page', include: inPages }),
      dashboardProject(root),
      dashboardE2eProject(root),
      ...bindingProjects(root),
    ],
  },
});
