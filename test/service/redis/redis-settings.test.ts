import { describe, expect, test } from 'vitest';
import { redisSettings, type RedisLimits } from '../../../src/service/redis/redis-settings.js';

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
    [-1, 'maxclients 1'],
    [1000.7, 'maxclients 1000'],
    [Infinity, 'maxclients 1000000'],
  ])('write %s clients as a number that Redis accepts', (maxClients, line) => {
    expect(settingsOf({ maxClients }).split('\n')).toContain(line);
  });

  test.each([
    [-1, 'maxmemory 0'],
    [1e21, 'maxmemory 9007199254740991'],
  ])('write %s bytes of memory as a number that Redis accepts', (maxMemoryBytes, line) => {
    expect(settingsOf({ maxMemoryBytes }).split('\n')).toContain(line);
  });

  test('escape line breaks and quotes in a password or a folder', () => {
    const plain = settingsOf({}).split('\n').length;
    const odd = { ...limits, password: 'a"\nport 1\n#' };
    expect(redisSettings(odd, { port: 7001, directory: '/a\nport 2' }).split('\n')).toHaveLength(plain);
  });
});
