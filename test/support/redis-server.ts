import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findRedisBinary } from '../../src/service/redis-binary.js';

const run = promisify(execFile);

/** Debian's hook that says whether a package may start its service. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/** A mirror that does not answer must not hold up the tests for good. */
const INSTALL_LIMIT_MS = 180_000;

/** Finds redis-server, or installs it where Debian's packages are and this process may. */
export async function ensureRedisServer(): Promise<string | undefined> {
  return (await findRedisBinary()) ?? (await installRedisServer());
}

async function installRedisServer(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const aptGet = (...parameters: string[]): Promise<unknown> =>
    run('apt-get', parameters, {
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  try {
    await aptGet('update');
    const allowServices = await forbidServices();
    try {
      await aptGet('install', '-y', '--no-install-recommends', 'redis-server');
    } finally {
      await allowServices();
    }
  } catch {
    // No apt-get, or no network: then there is none.
  }
  return findRedisBinary();
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
