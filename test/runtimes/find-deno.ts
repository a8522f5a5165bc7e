import { createRequire } from 'node:module';

/** Deno downloads and writes nothing: it uses the packages that npm installed. */
const flags = ['--allow-all', '--no-lock', '--cached-only', '--node-modules-dir=manual'];

/** Returns the command that runs a module in the Deno of the package `deno`; see {@link findDenoBinary}. */
export function findDeno(): readonly string[] | undefined {
  const binary = findDenoBinary();
  return binary === undefined ? undefined : [binary, 'run', ...flags];
}

/**
 * Returns the path of the Deno of the package `deno`. On a platform without a binary, it prints a warning and returns
 * `undefined`; in CI it throws. The package's own launcher needs an install script or writes files.
 */
export function findDenoBinary(): string | undefined {
  const require = createRequire(import.meta.url);
  // The binaries are dependencies of the package `deno`.
  const { resolve } = createRequire(require.resolve('deno/package.json'));
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const libc = process.platform === 'linux' ? '-glibc' : '';
  try {
    return resolve(`@deno/${process.platform}-${process.arch}${libc}/${file}`);
  } catch {
    const message = 'there is no Deno for this platform: the tests that need it cannot run';
    if (process.env['CI'] !== undefined) throw new Error(message);
    console.warn(`${message}, and are skipped.`);
    return undefined;
  }
}
