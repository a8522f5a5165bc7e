import { rm, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { execute, succeeds } from './execute.js';

/** Debian's hook that decides whether a package may start its service. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** Imports the modules of Debian's packages. Another `python3` may come first in PATH. */
export const debianPython = '/usr/bin/python3';

/** How long another installation may hold the locks of apt-get. */
const LOCK_LIMIT_MS = 120_000;

/** A mirror that does not answer must not block the tests. */
const INSTALL_LIMIT_MS = 180_000 + LOCK_LIMIT_MS;

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
  if (await succeeds(program, probe)) return true;
  if (process.getuid?.() !== 0) return false;
  // In sequence, because apt-get has one lock. Without apt-get or a network, the program is not available.
  installations = installations.then(() => install(debianPackage)).catch(() => {});
  await installations;
  return succeeds(program, probe);
}

let installations: Promise<void> = Promise.resolve();

async function install(debianPackage: string): Promise<void> {
  await aptGet('update');
  const allowServices = await forbidServices();
  try {
    await aptGet('install', '-y', '--no-install-recommends', debianPackage);
  } finally {
    await allowServices();
  }
}

/** The option makes apt-get wait for the lock of dpkg. It does not wait for the lock of the package lists. */
async function aptGet(...parameters: string[]): Promise<void> {
  const options = {
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', LC_ALL: 'C' },
  };
  const startedAt = Date.now();
  for (;;) {
    try {
      await execute('apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_LIMIT_MS / 1000}`, ...parameters], options);
      return;
    } catch (error) {
      const isLocked = /could not get lock/i.test((error as { readonly stderr?: string }).stderr ?? '');
      if (!isLocked || Date.now() - startedAt > LOCK_LIMIT_MS) throw error;
      await setTimeout(1000);
    }
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
