import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { timeouts } from './vitest.node.config.js';

/** Tests the public API of the built package in the runtime that runs Vitest: Node or Deno. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    name: 'public-api',
    include: ['test/runtimes/public-api.test.ts'],
    globalSetup: 'test/runtimes/serve.ts',
    // The runtime loads the published files itself, without Vite.
    ...timeouts,
    server: { deps: { external: [/\/dist\//] } },
  },
});
