import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from './concurrent-tests.js';

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'fleetglass-test-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
