import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds a program of this folder once, because a process that compiles its modules itself takes a second to start.
 *
 * @returns the path of a module that Node runs.
 */
export async function buildWorker(name: string): Promise<string> {
  const outfile = join(root, 'node_modules/.cache', `${basename(name, '.ts')}.mjs`);
  await build({
    entryPoints: [join(root, 'test/persistence', name)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}
