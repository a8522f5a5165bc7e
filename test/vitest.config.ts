import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bindingProjects } from './bindings/binding-projects.js';
import { chromium } from './browser/chromium.js';
import { dashboardE2eProject } from './apps/dashboard/e2e/dashboard-e2e-project.js';
import { createSkipReporter } from './support/skipped.js';
import { globalSetup, inPages, maxWorkers, nodeProjects } from './vitest.node.config.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages that tests in pages and the components of the dashboard import. */
const inPagesImported = [
  'axe-core',
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'uplot',
];

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
      chromium(root, { name: 'page', include: inPages, packages: inPagesImported }),
      dashboardE2eProject(root),
      ...bindingProjects(root),
    ],
  },
});
