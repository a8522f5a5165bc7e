import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Many tests wait for a page or for another program, so a small machine is not overloaded. */
export const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Run in more than one place, by projects of their own. */
export const inPages = ['test/runtimes/public-face.test.ts', 'test/browser/**/*.test.ts'];
const elsewhere = [...inPages, 'test/bindings/*/**', 'test/apps/dashboard/e2e/**'];

/** Tests that measure memory, change the process or run other programs. Each file has a process of its own. */
const alone = [
  'test/core/state/leaks.test.ts',
  'test/service/account/durability.test.ts',
  ...['costs', 'properties', 'docs', 'package', 'runtimes', 'apps/cli'].map((folder) => `test/${folder}/**/*.test.ts`),
];

/** Tests in Node. Without `isolate`, files share a process and its modules, which are then loaded once. */
const inNode = (
  name: string,
  files: { readonly include: string[]; readonly exclude: string[]; readonly isolate: boolean },
): TestProjectInlineConfiguration => ({
  root,
  test: {
    name,
    ...files,
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

export const nodeProjects: readonly TestProjectInlineConfiguration[] = [
  inNode('node', { include: ['test/**/*.test.ts'], exclude: [...elsewhere, ...alone], isolate: false }),
  inNode('node-alone', { include: alone, exclude: elsewhere, isolate: true }),
];

/** The tests in Node without pages and frameworks, whose plugins take seconds to load. */
export default defineConfig({ root, test: { maxWorkers, projects: [...nodeProjects] } });
