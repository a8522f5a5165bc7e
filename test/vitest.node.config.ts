import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests that also run in pages, in projects of their own. */
export const inPages = ['test/runtimes/public-api.test.ts', 'test/browser/**/*.test.ts'];
const inOtherProjects = [...inPages, 'test/bindings/*/**', 'test/apps/dashboard/e2e/**'];

/** Tests in Node. Each file has a process of its own: in a shared one, the timers of some files never fired. */
export const nodeProject: TestProjectInlineConfiguration = {
  root,
  test: {
    name: 'node',
    include: ['test/**/*.test.ts'],
    exclude: inOtherProjects,
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
};

/** The tests in Node without pages and frameworks, whose plugins take seconds to load. */
export default defineConfig({ root, test: { projects: [nodeProject] } });
