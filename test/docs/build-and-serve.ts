import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type InlineConfig } from 'vite';
import { vi } from 'vitest';

/**
 * Builds and serves an application with its own configuration, like `vite build` and `vite preview`.
 *
 * @param serving the options that only the server of the built application has
 */
export async function buildAndServe(folder: string, serving: InlineConfig = {}) {
  const outDir = await mkdtemp(join(tmpdir(), 'fleetglass-example-'));
  const options = { root: folder, logLevel: 'warn' as const, build: { outDir, emptyOutDir: true } };
  // With Vitest's NODE_ENV, the frameworks would build for development.
  vi.stubEnv('NODE_ENV', 'production');
  await build(options);
  vi.unstubAllEnvs();
  const server = await preview({ ...options, ...serving, preview: { host: '127.0.0.1', port: 0 } });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    async [Symbol.asyncDispose](): Promise<void> {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
