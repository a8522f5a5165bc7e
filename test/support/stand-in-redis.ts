import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

/**
 * Replaces redis-server with a script until the test ends, for behaviour that a real server shows too rarely.
 * It fails for other calls than the start of a server, such as `--version`: a program that fails is installed too.
 *
 * @returns its folder.
 */
export async function standInRedis(script: string): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'redis-server'), `#!/bin/sh\n[ "$1" = - ] || exit 1\ncd '${folder}'\n${script}\n`, {
    mode: 0o755,
  });
  vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}
