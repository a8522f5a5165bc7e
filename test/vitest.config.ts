import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bindingProjects } from './bindings/binding-projects.js';
import { chromium } from './browser/chromium.js';
import { dashboardProject } from './browser/dashboard/dashboard-project.js';
import { dashboardE2eProject } from './apps/dashboard/e2e/dashboard-e2e-project.js';
import { createSkipReporter } from './support/skipped.js';
import { globalSetup, inPages, maxWorkers, nodeProjects } from './vitest.node.config.js';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  test: {
    maxWorkers,
    globalSetup,
    reporters: ['default', createSkipReporter()],
    coverage: { include: ['src/**'] },
    projects: [
      ...nodeProjects,
      'test/vitest.public-api.config.ts',
      chromium(root, { name: 'page', include: inPages, packages: ['axe-core'] }),
      dashboardProject(root),
      dashboardE2eProject(root),
      ...bindingProjects(root),
    ],
  },
});
