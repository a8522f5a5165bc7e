import { basename, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds a program for separate processes once, because a process that compiles its modules itself takes a second to start.
 *
 * @param source the path of the program from the root of the project, where the caller runs
 * @returns the path of a module that Node runs
 */
export async function buildWorker(source: string): Promise<string> {
  const outfile = resolve('node_modules/.cache', `${basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
  });
  return outfile;
}
