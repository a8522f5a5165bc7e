import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { createSkipReporter } from './support/skipped.js';
import { slowTag } from './support/slow.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Many tests wait for a page or for another program: on two cores, four files at once take two thirds of the time of two. */
export const maxWorkers = Math.max(4, availableParallelism());

/**
 * The limits of all tests. They only end a test that hangs: a busy machine may take long for a step, and the time that
 * a product promises is asserted by the test itself.
 */
export const timeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

/** Looks for the programs that tests run, once for all projects. */
export const globalSetup = ['test/support/global-setup.ts'];

/** Tests that also run in pages, in projects of their own. */
export const inPages = ['test/runtimes/public-api.test.ts', 'test/browser/**/*.test.{ts,tsx}'];
const inOtherProjects = [...inPages, 'test/bindings/*/**', 'test/apps/dashboard/e2e/**'];

/** Tests that count calls or change the process. Each file has a process of its own. */
const isolated = [
  'test/monitor/fetch/client-over-pool.test.ts',
  'test/service/account/durability.test.ts',
  'test/costs/**/*.test.ts',
];

/** Tests that run other programs. Each file has a process of its own: some run commands in it, which change its output. */
const processes = [
  'test/monitor/channels/alertmanager-channel.test.ts',
  'test/monitor/channels/command-channel.test.ts',
  'test/apps/cli/terminal.test.ts',
  'test/docs/troubleshooting.test.ts',
  'test/sharing/redis/{contract,engine,fleets}.test.ts',
  ...['package', 'runtimes', 'apps/cli/commands', 'notebook/kernel', 'sharing/tabs/pages'].map(
    (folder) => `test/${folder}/**/*.test.ts`,
  ),
];

/** Tests in Node. Without `isolate`, files share a process and its modules, which are then loaded once. */
const inNode = (
  name: string,
  files: {
    readonly include: string[];
    readonly exclude: string[];
    readonly isolate: boolean;
    readonly globalSetup?: string;
  },
): TestProjectInlineConfiguration => ({
  root,
  test: {
    name,
    ...files,
    setupFiles: 'test/support/real-globals.ts',
    ...timeouts,
    tags: [slowTag],
  },
});

export const nodeProjects: readonly TestProjectInlineConfiguration[] = [
  inNode('node', {
    include: ['test/**/*.test.ts'],
    exclude: [...inOtherProjects, ...isolated, ...processes],
    isolate: false,
  }),
  inNode('node-isolated', { include: isolated, exclude: inOtherProjects, isolate: true }),
  inNode('processes', {
    include: processes,
    exclude: inOtherProjects,
    isolate: true,
    globalSetup: 'test/apps/cli/build-command.ts',
  }),
];

/** The tests in Node without pages and frameworks, whose plugins take seconds to load. */
export default defineConfig({
  root,
  test: { maxWorkers, globalSetup, reporters: ['default', createSkipReporter()], projects: [...nodeProjects] },
});
