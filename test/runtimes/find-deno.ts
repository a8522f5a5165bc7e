import { createRequire } from 'node:module';

/** Nothing is fetched, and nothing written: the packages are those that npm installed. */
const flags = ['--allow-all', '--no-lock', '--cached-only', '--node-modules-dir=manual'];

/**
 * The command that runs a module in Deno, of the package `deno`; nothing on a platform that it has no binary for, which
 * is said in a line, and fails in CI. The package's own way to its binary wants an install script, or writes into it.
 */
export function findDeno(): readonly string[] | undefined {
  const require = createRequire(import.meta.url);
  // They are packages of that package's own.
  const { resolve } = createRequire(require.resolve('deno/package.json'));
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const libc = process.platform === 'linux' ? '-glibc' : '';
  try {
    return [resolve(`@deno/${process.platform}-${process.arch}${libc}/${file}`), 'run', ...flags];
  } catch {
    const message = 'there is no Deno for this platform: the tests that need it cannot run';
    if (process.env['CI'] !== undefined) throw new Error(message);
    console.warn(`${message}, and are skipped.`);
    return undefined;
  }
}
