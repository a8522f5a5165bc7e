import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findRedisBinary } from '../../../src/service/redis/redis-servers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

test.each([
  ['the first of several files', ['b', 'a'], 'b'],
  ['no file that is not executable, and no folder', ['plain', 'folder', 'missing', 'a'], 'a'],
  ['nothing in a relative folder', ['./a'], undefined],
  ['nothing without a PATH', undefined, undefined],
])('findRedisBinary finds %s', async (_, names, found) => {
  const folder = await temporaryFolder();
  for (const [name, mode] of [['a', 0o755] as const, ['b', 0o755] as const, ['plain', 0o644] as const]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'redis-server'), '#!/bin/sh\n');
    await chmod(join(folder, name, 'redis-server'), mode);
  }
  await mkdir(join(folder, 'folder', 'redis-server'), { recursive: true });
  const folders = names?.map((name) =>
    name.startsWith('./') ? relative(process.cwd(), join(folder, name)) : join(folder, name),
  );
  vi.stubEnv('PATH', folders?.join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await findRedisBinary()).toBe(found && join(folder, found, 'redis-server'));
});
