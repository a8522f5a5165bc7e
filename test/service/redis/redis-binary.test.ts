import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRedisBinary } from '../../../src/service/redis/redis-servers.js';

describe('findRedisBinary', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redis-binary-'));
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  async function addBinary(name: string, mode = 0o755): Promise<string> {
    const path = join(folder, name, 'redis-server');
    await mkdir(join(folder, name));
    await writeFile(path, '#!/bin/sh\n');
    await chmod(path, mode);
    return path;
  }

  test('searches the PATH of the time of the call', async () => {
    const path = await addBinary('bin');
    vi.stubEnv('PATH', folder);
    expect(await findRedisBinary()).toBeUndefined();
    vi.stubEnv('PATH', join(folder, 'bin'));
    expect(await findRedisBinary()).toBe(path);
  });

  test('returns the first of several files', async () => {
    const paths = [await addBinary('a'), await addBinary('b')];
    vi.stubEnv('PATH', ['b', 'a'].map((name) => join(folder, name)).join(delimiter));
    expect(await findRedisBinary()).toBe(paths[1]);
  });

  test('skips files that are not executable, and folders', async () => {
    await addBinary('a', 0o644);
    await mkdir(join(folder, 'b', 'redis-server'), { recursive: true });
    vi.stubEnv('PATH', ['a', 'b', 'missing'].map((name) => join(folder, name)).join(delimiter));
    expect(await findRedisBinary()).toBeUndefined();
  });

  test('skips relative folders', async () => {
    await addBinary('bin');
    vi.stubEnv('PATH', relative(process.cwd(), join(folder, 'bin')));
    expect(await findRedisBinary()).toBeUndefined();
  });

  test('returns undefined without a PATH', async () => {
    vi.stubEnv('PATH', undefined);
    expect(await findRedisBinary()).toBeUndefined();
  });
});
