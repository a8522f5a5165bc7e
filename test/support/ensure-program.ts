import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's hook that decides whether a package may start its service. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** Imports the modules of Debian's packages. Another `python3` may come first in PATH. */
export const debianPython = '/usr/bin/python3';

/** A mirror that does not answer must not block the tests. */
const INSTALL_LIMIT_MS = 180_000;

/**
 * Whether a program is available, or could be installed from Debian's packages.
 *
 * @param probe parameters with which the program ends without an error if it is available
 */
export async function ensureProgram(
  program: string,
  debianPackage = program,
  probe: readonly string[] = ['--version'],
): Promise<boolean> {
  if (await isInstalled(program, probe)) return true;
  if (process.getuid?.() !== 0) return false;
  // Without apt-get or a network, the program is not available.
  await install(debianPackage).catch(() => {});
  return isInstalled(program, probe);
}

async function isInstalled(program: string, probe: readonly string[]): Promise<boolean> {
  return run(program, [...probe]).then(
    () => true,
    () => false,
  );
}

async function install(debianPackage: string): Promise<void> {
  const aptGet = (...parameters: string[]): Promise<unknown> =>
    run('apt-get', parameters, {
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  await aptGet('update');
  const allowServices = await forbidServices();
  try {
    await aptGet('install', '-y', '--no-install-recommends', debianPackage);
  } finally {
    await allowServices();
  }
}

/** Keeps the installation from starting a server on port 6379 of the machine. */
async function forbidServices(): Promise<() => Promise<void>> {
  try {
    await writeFile(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 });
    return () => rm(SERVICE_POLICY);
  } catch {
    // A hook exists already, which must not change, or the system is not Debian.
    return async () => {};
  }
}
