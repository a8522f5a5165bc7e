import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lastOutputLine } from '../../../src/service/redis/redis-process.js';
import { findRedisBinary } from '../../../src/service/redis/redis-servers.js';
import { redisSettings, type RedisLimits } from '../../../src/service/redis/redis-settings.js';
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

test.each([
  ['1:M 21 Nov 2026 11:00:00.124 # Failed listening (TCP), aborting.\n\n', 'Failed listening (TCP), aborting.'],
  ["bad\n>>> 'requirepass canary-password'\n", 'bad'],
  ['', 'it printed nothing'],
])('the last line of the output %j is %j', (output, line) => {
  expect(lastOutputLine(output, 'canary-password')).toBe(line);
});

test('the last line of the output never shows the password', () => {
  expect(lastOutputLine('no canary-password here\n', 'canary-password')).not.toContain('canary-password');
  expect(lastOutputLine('it holds x\n', 'x')).toBe('its output may contain the password');
});

const limits: RedisLimits = { password: 'canary', maxClients: 100, maxMemoryBytes: 5_000_000, eviction: false };
const settingsOf = (change: Partial<RedisLimits>): string =>
  redisSettings({ ...limits, ...change }, { port: 7001, directory: '/data' });

describe('redisSettings', () => {
  test('restrict access in their first lines', () => {
    expect(settingsOf({}).split('\n').slice(0, 2)).toEqual([
      'bind 127.0.0.1',
      String.raw`requirepass "\x63\x61\x6e\x61\x72\x79"`,
    ]);
  });

  test.each([
    [{ maxClients: -1 }, 'maxclients 1'],
    [{ maxClients: 1000.7 }, 'maxclients 1000'],
    [{ maxClients: Infinity }, 'maxclients 1000000'],
    [{ maxMemoryBytes: -1 }, 'maxmemory 0'],
    [{ maxMemoryBytes: 1e21 }, 'maxmemory 9007199254740991'],
  ])('write %j as a number that Redis accepts', (change, line) => {
    expect(settingsOf(change).split('\n')).toContain(line);
  });

  test('escape line breaks and quotes in a password or a folder', () => {
    const plain = settingsOf({}).split('\n').length;
    const odd = { ...limits, password: 'a"\nport 1\n#' };
    expect(redisSettings(odd, { port: 7001, directory: '/a\nport 2' }).split('\n')).toHaveLength(plain);
  });
});
