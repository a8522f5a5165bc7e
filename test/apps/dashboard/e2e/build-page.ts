import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { isStale } from '../../../package/stale-builds.mjs';
import { execute } from '../../../support/execute.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the dashboard's page, built from the current sources. @default dist/dashboard */
    dashboardPage?: string;
  }
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Builds the page once for all tests, if dist/ has no page of the current sources. In a process of its own, because Vite
 * would read the environment of the tests.
 */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!isStale('page')) {
    provide('dashboardPage', join(root, 'dist/dashboard'));
    return undefined;
  }
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'fleetglass-page-'));
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'test/package/dashboard.config.ts'];
  const env = { ...process.env, NODE_ENV: 'production', VITEST: '' };
  await execute(process.execPath, [...vite, '--outDir', folder, '--logLevel', 'error'], { cwd: root, env });
  provide('dashboardPage', folder);
  return () => rm(folder, { recursive: true, force: true });
}
