import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRedisBinary } from '../../../src/service/redis/redis-servers.js';

describe('where redis-server is', () => {
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

  test('is looked up in PATH as it is at the time of the call', async () => {
    const path = await addBinary('bin');
    vi.stubEnv('PATH', folder);
    expect(await findRedisBinary()).toBeUndefined();
    vi.stubEnv('PATH', join(folder, 'bin'));
    expect(await findRedisBinary()).toBe(path);
  });

  test('is the first of several', async () => {
    const paths = [await addBinary('a'), await addBinary('b')];
    vi.stubEnv('PATH', ['b', 'a'].map((name) => join(folder, name)).join(delimiter));
    expect(await findRedisBinary()).toBe(paths[1]);
  });

  test('is not a file that cannot be run, nor a folder of that name', async () => {
    await addBinary('a', 0o644);
    await mkdir(join(folder, 'b', 'redis-server'), { recursive: true });
    vi.stubEnv('PATH', ['a', 'b', 'missing'].map((name) => join(folder, name)).join(delimiter));
    expect(await findRedisBinary()).toBeUndefined();
  });

  test('is never looked up relative to the working directory', async () => {
    await addBinary('bin');
    vi.stubEnv('PATH', relative(process.cwd(), join(folder, 'bin')));
    expect(await findRedisBinary()).toBeUndefined();
  });

  test('is nowhere without a PATH', async () => {
    vi.stubEnv('PATH', undefined);
    expect(await findRedisBinary()).toBeUndefined();
  });
});
