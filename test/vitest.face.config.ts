import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The public face of the built package, in whichever runtime vitest itself runs: Node, or Deno. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    name: 'face',
    include: ['test/runtimes/public-face.test.ts'],
    globalSetup: 'test/runtimes/serve.ts',
    // The runtime itself loads what is published.
    testTimeout: 20_000,
    server: { deps: { external: [/\/dist\//] } },
  },
});
