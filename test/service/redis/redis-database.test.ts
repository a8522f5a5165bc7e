import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { createManagementClient } from '../../../src/core/client/management-client.js';
import type { ServiceOptions } from '../../../src/service/index.js';
import { connectRedis } from '../../support/redis-client.js';
import { redisProcesses } from '../../support/redis-processes.js';
import { standInRedis } from '../../support/stand-in-redis.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { eventually } from '../../support/eventually.js';
import { BASE_URL, CREDENTIALS, openService, REQUEST } from '../opened-service.js';

function open(options: Partial<ServiceOptions> = {}) {
  const opened = openService({ redis: 'on', ...options });
  const { fetch } = opened.service;
  return { ...opened, client: createManagementClient({ baseUrl: BASE_URL, credentials: CREDENTIALS, fetch }) };
}

/** Connects a Redis client with the fields of the record only. */
function connectTo({ endpoint, port, password }: Database & { readonly password?: unknown }) {
  return connectRedis({ host: endpoint, port }, String(password));
}

describe.runIf(inject('hasRedisServer'))('a database with a redis-server', () => {
  test('is stopped while it is suspended, and then has its data', async () => {
    const { client, control } = open();
    const created = await client.createDatabase(REQUEST);
    const id = created.database_id;
    await (await connectTo(created)).set('key', 'value');
    await control.databases.set(id, { state: 'suspended' });
    await expect(connectTo(created)).rejects.toThrow(/ECONNREFUSED/);
    expect(await redisProcesses(created.port)).toEqual([]);
    await control.databases.set(id, { state: 'active' });
    const back = await client.getDatabase(id, { credentials: 'show' });
    expect(back.port).toBe(created.port);
    expect(await (await connectTo(back)).get('key')).toBe('value');
  });

  test('has the limits of its record, also after they changed, and stops if one is no number', async () => {
    const { client, control, notices } = open();
    const { database_id: id, port } = await client.createDatabase({ ...REQUEST, eviction: true });
    const limits = async (): Promise<object> =>
      (await connectTo(await client.getDatabase(id, { credentials: 'show' }))).configGet('max*');
    expect(await limits()).toMatchObject({ 'maxmemory-policy': 'allkeys-lru' });
    const set = { db_max_clients: 7, db_memory_threshold: 9_000_000, eviction: false };
    await control.databases.set(id, set);
    const changed = { maxclients: '7', maxmemory: '9000000', 'maxmemory-policy': 'noeviction' };
    expect(await limits()).toMatchObject(changed);
    const staged = { db_max_clients: 'many' };
    expect(await control.databases.set(id, staged)).toMatchObject(staged);
    await control.databases.set(id, { budget: 5 });
    expect(await redisProcesses(port)).toEqual([]);
    expect(notices).toEqual([expect.stringContaining('redis-server did not start')]);
  });

  test('is stopped by a removal, a reset and a close', async () => {
    const { client, control, service } = open();
    const first = await client.createDatabase(REQUEST);
    const second = await client.createDatabase(REQUEST);
    await control.databases.remove(first.database_id);
    expect(await redisProcesses(first.port)).toEqual([]);
    expect(await redisProcesses(second.port)).toHaveLength(2);
    await control.reset();
    expect(await redisProcesses(second.port)).toEqual([]);
    const third = await client.createDatabase(REQUEST);
    await service.close();
    expect(await redisProcesses(third.port)).toEqual([]);
  });

  test('starts again after a restart of the service, unless it is suspended', async () => {
    const directory = await temporaryFolder();
    const before = open({ directory });
    const created = await before.client.createDatabase(REQUEST);
    const suspended = await before.client.createDatabase(REQUEST);
    await (await connectTo(created)).set('key', 'value');
    await before.control.databases.set(suspended.database_id, { state: 'suspended' });
    await before.service.close();
    const { client } = open({ directory });
    const back = await client.getDatabase(created.database_id, { credentials: 'show' });
    expect(back.port).toBe(created.port);
    expect(await (await connectTo(back)).get('key')).toBe('value');
    expect(await redisProcesses(suspended.port)).toEqual([]);
  });

  test('causes a notice when it is killed, and starts again with its data when its state is set to active', async () => {
    const { client, control, notices } = open();
    const created = await client.createDatabase(REQUEST);
    const { database_id: id } = created;
    await (await connectTo(created)).set('key', 'value');
    const [server] = await redisProcesses(created.port);
    process.kill(server?.pid as number, 'SIGKILL');
    await eventually(() => expect(notices).toEqual([expect.stringContaining(id)]));
    await control.databases.set(id, { budget: 5 });
    expect(await redisProcesses(created.port)).toEqual([]);
    await control.databases.set(id, { state: 'active' });
    expect(await (await connectTo(created)).get('key')).toBe('value');
  });
});

describe('a service without working redis-servers', () => {
  test('does not listen with `on`, and names the missing package; with `auto` it serves records, with one notice', async () => {
    const directory = await temporaryFolder();
    vi.stubEnv('PATH', await temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(open({ directory }).service.listen()).rejects.toThrow(/apt-get install redis-server/);
    // The service has released its directory.
    await expect(open({ redis: 'off', directory }).service.listen()).resolves.toBeDefined();
    const { client, notices } = open({ redis: 'auto' });
    const created = await client.createDatabase(REQUEST);
    expect(await client.getDatabase(created.database_id)).toMatchObject({ database_name: 'orders' });
    expect(notices).toEqual([expect.stringContaining('records only')]);
  });

  test('keeps no record and no data of a database whose server does not start', async () => {
    await standInRedis('cat; exit 1');
    const directory = await temporaryFolder();
    const { client, control, notices } = open({ directory });
    await expect(client.createDatabase(REQUEST)).rejects.toMatchObject({ status: 500 });
    expect(await control.databases.list()).toEqual([]);
    expect(await readdir(join(directory, 'redis'))).toEqual([]);
    expect(notices.join('\n')).toContain('redis-server did not start');
    expect(notices.join('\n')).not.toContain('requirepass');
  });
});
