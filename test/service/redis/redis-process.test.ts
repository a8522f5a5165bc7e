import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedisServers, type RedisServers } from '../../../src/service/redis/redis-servers.js';
import type { Clock } from '../../../src/core/shared/clock.js';
import { createManualClock } from '../../support/manual-clock.js';
import { listProcesses } from '../../support/processes.js';
import { standInRedis } from '../../support/stand-in-redis.js';
import { eventually } from '../../support/eventually.js';

const CANARY = 'canary-90ab';
const database = { id: 'db', password: CANARY, maxClients: 20, maxMemoryBytes: 50_000_000, eviction: false };

async function openServers(clock?: Clock): Promise<RedisServers> {
  const servers = await createRedisServers({ mode: 'on', clock });
  if (servers === undefined) throw new Error('no servers');
  onTestFinished(() => servers.close());
  return servers;
}

function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => inspect(error, { showHidden: true }),
  );
}

async function processesIn(folder: string): Promise<number> {
  return (await listProcesses()).filter(({ command }) => command.includes(folder)).length;
}

describe('startRedisProcess', () => {
  test('fails if the server is not ready in time, and leaves no process', async () => {
    const folder = await standInRedis('echo started >log; exec sleep 600');
    const clock = createManualClock();
    const servers = await openServers(clock);
    const outcome = failureOf(servers.start(database));
    await eventually(() => readFile(join(folder, 'log')));
    await clock.advance(30_000);
    expect(await outcome).toContain('not ready after 30 s');
    expect(await processesIn(folder)).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test('reports the last line of the output, without settings', async () => {
    await standInRedis('cat; echo "password canary-90ab, \\"canary-90ab\\" is bad"; exit 1');
    const error = await failureOf((await openServers()).start(database));
    expect(error).toMatch(/^RedisStartError: redis-server did not start: \S/);
    expect(error).not.toContain(CANARY);
  });

  test('tries other ports a few times if its port is taken', async () => {
    const folder = await standInRedis('grep ^port >>ports; echo "bind: Address already in use"; exit 1');
    await expect((await openServers()).start({ ...database, port: 7001 })).rejects.toThrow(/already in use/);
    const ports = (await readFile(join(folder, 'ports'), 'utf8')).trim().split('\n');
    expect(ports[0]).toBe('port 7001');
    expect(new Set(ports).size).toBe(5);
  });

  test('does not block on output after it is ready', async () => {
    const folder = await standInRedis(
      'echo "Ready to accept connections"; head -c 1000000 /dev/zero; touch written; exec sleep 600',
    );
    const servers = await openServers();
    await servers.start(database);
    await expect(eventually(() => readFile(join(folder, 'written')))).resolves.toHaveLength(0);
  });
});
