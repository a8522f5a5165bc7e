import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's hook that says whether a package may start its service. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** A mirror that does not answer must not hold up the tests for good. */
const INSTALL_LIMIT_MS = 180_000;

/** Whether a program that tests run is there, or could be installed where Debian's packages are and this process may. */
export async function ensureProgram(program: string, debianPackage = program): Promise<boolean> {
  if (await isInstalled(program)) return true;
  if (process.getuid?.() !== 0) return false;
  // No apt-get, or no network: then there is none.
  await install(debianPackage).catch(() => {});
  return isInstalled(program);
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
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

/** Installing a server is no reason to run one on the machine's port 6379. */
async function forbidServices(): Promise<() => Promise<void>> {
  try {
    await writeFile(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 });
    return () => rm(SERVICE_POLICY);
  } catch {
    // There is one, which is not ours to change; or this is no Debian.
    return async () => {};
  }
}
