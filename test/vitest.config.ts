import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bindingProjects, happyDomProject } from './bindings/binding-projects.js';
import { chromium } from './browser/chromium.js';
import { dashboardE2eProject } from './apps/dashboard/e2e/dashboard-e2e-project.js';
import { chromiumPath } from './support/chromium-launch.js';
import { createSkipReporter } from './support/skipped.js';
import { globalSetup, inPages, maxWorkers, nodeProjects } from './vitest.node.config.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The components of the dashboard import it. */
const react = ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'];

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
      chromium(root, { name: 'page', include: inPages, packages: ['axe-core', 'uplot', ...react] }),
      dashboardE2eProject(root),
      ...bindingProjects(root),
      // `npm run prove` runs them in any case.
      ...(existsSync(chromiumPath) ? [] : [happyDomProject(root)]),
    ],
  },
});
