import {
  usageOf,
  createDatabase,
  addUsageSource,
  limitsOf,
  usageSourcesOf,
  activityOf,
  fetchCredentials,
  dehydrate,
} from '../../src/index.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Activity } from '../../src/core/fleet/activity.js';
import type { FleetOptions } from '../../src/core/fleet/fleet-options.js';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import { openDirectory } from '../../src/persistence/directory/index.js';
import { redisInfo } from '../../src/probes/redis/index.js';
import { createControlClient, createService, type ServiceOptions } from '../../src/service/index.js';
import { buildWorker } from '../support/build-worker.js';
import { createLeakSearch } from '../support/leaks.js';
import { connectRedis } from '../support/redis-client.js';
import { infoOfCli } from '../support/redis-programs.js';
import { startReplyServer } from '../support/reply-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { eventually } from '../support/eventually.js';

const credentials = { username: 'demo', password: 'CANARY-of-the-account' };
const request = { database_name: 'orders', platform: 'aws', primary_region: 'us-east-1', plan: 'free' } as const;

function openFleet(serviceOptions: Partial<ServiceOptions> = {}, fleetOptions: Partial<FleetOptions> = {}) {
  const service = createService({ credentials, controlToken: 'control-token', ...serviceOptions });
  onTestFinished(() => service.close());
  const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch, ...fleetOptions });
  onTestFinished(() => fleet.dispose());
  const control = createControlClient({ baseUrl: 'http://localhost', token: 'control-token', fetch: service.fetch });
  return { fleet, control };
}

/** Waits for a reading of the memory of a database that was made after `at`. */
const readingAfter = (fleet: Fleet, id: string, at: number) =>
  eventually(() => {
    const usage = usageOf(fleet, 'database', id).value;
    if (usage?.db_memory_threshold === undefined || usage.db_memory_threshold.at <= at) throw new Error('not yet');
    return usage;
  });

test.runIf(inject('hasRedisServer'))('redisInfo agrees with redis-cli, and uses a changed password', async () => {
  const { fleet, control } = openFleet({ redis: 'on' }, { polling: { perSecond: 100 } });
  const { database_id: id, endpoint, port } = await createDatabase(fleet, request);
  const { password = '' } = fleet.databases.credentials(id) ?? {};
  const redis = await connectRedis({ host: endpoint, port }, password);
  for (let key = 0; key < 500; key++) await redis.set(`key-${key}`, 'x'.repeat(1000));
  const remove = addUsageSource(fleet, redisInfo({ everyMs: 1000 }));
  const before = await infoOfCli(port, password);
  const usage = await readingAfter(fleet, id, Date.now());
  const after = await infoOfCli(port, password);
  // The connections: the test's client, the probe, which does not count itself, and redis-cli itself.
  expect(usage.db_max_clients?.used).toBe(1);
  expect(after.get('connected_clients')).toBe('3');
  const between = (used: number | undefined, field: string): void => {
    expect(used).toBeGreaterThanOrEqual(Number(before.get(field)));
    expect(used).toBeLessThanOrEqual(Number(after.get(field)));
  };
  between(usage.db_request_limit?.used, 'total_commands_processed');
  between(usage.db_disk_threshold?.used, 'aof_current_size');
  const memory = Number(after.get('used_memory'));
  expect(Math.abs((usage.db_memory_threshold?.used ?? 0) - memory) / memory).toBeLessThan(0.1);
  expect(limitsOf(fleet, 'database', id).value.find(({ field }) => field === 'db_max_clients')?.status).toBe('ok');
  remove();
  // The fleet still has the old password.
  await control.databases.set(id, { password: 'the-next-password' });
  addUsageSource(fleet, redisInfo({ everyMs: 1000 }));
  await readingAfter(fleet, id, Date.now());
  expect(usageSourcesOf(fleet).value).toMatchObject([{ name: 'redis-info', resources: 1, failing: 0 }]);
  expect(fleet.databases.credentials(id)?.password).toBe('the-next-password');
});

describe('redisInfo in a fleet', () => {
  test('shows no password and no user name in any output', async () => {
    const username = 'CANARY-user-41d8e6a0c93f';
    const password = 'CANARY-pass-7f3a9c51e0b2';
    const leaksOf = createLeakSearch([password, username, credentials.password]);
    const echo = `-ERR ${username}:${password} @127.0.0.1 redis://${username}:${password}@host\r\n`;
    const { port } = await startReplyServer((socket) => socket.write(echo));
    const folder = await temporaryFolder();
    const store = await openDirectory(folder);
    onTestFinished(() => store.close());
    const { fleet, control } = openFleet({}, { persistence: store });
    await fleet.ready;
    const seen: Activity[] = [];
    activityOf(fleet).subscribe((event) => void seen.push(event));
    const { database_id: id } = await createDatabase(fleet, request);
    await control.databases.set(id, { endpoint: '127.0.0.1', port, tls: false, password });
    await fleet.databases.refresh(id);
    addUsageSource(fleet, redisInfo({ name: 'a', everyMs: 1000, credentials: () => ({ username, password }) }));
    addUsageSource(fleet, redisInfo({ name: 'b', everyMs: 1000 }));
    await eventually(() => expect(usageSourcesOf(fleet).value.map(({ failing }) => failing)).toEqual([1, 1]));
    await fetchCredentials(fleet, id);
    expect(fleet.databases.credentials(id)?.password).toBe(password);
    await fleet.flush();
    const shown = [usageSourcesOf(fleet).value, seen, dehydrate(fleet), fleet.databases.entry(id).value];
    for (const value of shown) expect(leaksOf(value)).toEqual([]);
    fleet.dispose();
    await store.close();
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((file) => file.isFile()).map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
    );
    expect(texts.join('').length).toBeGreaterThan(1000);
    expect(leaksOf(texts.join('\n'))).toEqual([]);
  });

  test('lets the process end by itself after dispose, with connections that hang', async () => {
    const isSeen = { plain: false, tls: false };
    const plain = await startReplyServer(() => (isSeen.plain = true));
    const tls = await startReplyServer(() => (isSeen.tls = true));
    const worker = await buildWorker('test/probes/dispose-worker.ts');
    const child = spawn(process.execPath, [worker, String(plain.port), String(tls.port)], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    await eventually(() => expect(isSeen).toEqual({ plain: true, tls: true }));
    const disposed = once(createInterface(child.stdout), 'line');
    child.stdin.end('\n');
    await disposed;
    const disposedAt = performance.now();
    expect(await exit).toEqual([0, null]);
    // A connection or timer of the source would keep the process for minutes.
    expect(performance.now() - disposedAt).toBeLessThan(10_000);
    await eventually(() => expect(plain.sockets.size + tls.sockets.size).toBe(0));
  });
});
