import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from '../support/concurrent-tests.js';

/** Makes a folder in memory if the system has a place for that. Thousands of syncs to a disk take minutes. */
export async function makeMemoryFolder(): Promise<string> {
  const parent = await access('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  );
  return mkdtemp(join(parent, 'fleetglass-test-'));
}

/** A folder in memory that is removed after the test. */
export async function memoryFolder(): Promise<string> {
  const path = await makeMemoryFolder();
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
