import { createRequire } from 'node:module';

/**
 * Where the package `deno` has its binary; nothing on a platform that it has none for. Its own way to find it wants an
 * install script, or writes into the package.
 */
export function findDeno(): string | undefined {
  const require = createRequire(import.meta.url);
  // They are packages of that package's own.
  const { resolve } = createRequire(require.resolve('deno/package.json'));
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const libc = process.platform === 'linux' ? '-glibc' : '';
  try {
    return resolve(`@deno/${process.platform}-${process.arch}${libc}/${file}`);
  } catch {
    return undefined;
  }
}
