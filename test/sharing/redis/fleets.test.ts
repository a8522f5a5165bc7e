import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createFleet, FleetError, systemClock, type Fleet } from '../../../src/index.js';
import { replicas, type ReplicasOptions } from '../../../src/sharing/redis/index.js';
import { createScriptedService, databaseOf, type ScriptedService } from '../../core/fleet/scripted-service.js';
import { eventually } from '../../support/eventually.js';
import { createLeakSearch } from '../../support/leaks.js';
import { readKeyspace } from '../../support/redis-keyspace.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** Few enough for the usual rate. */
const IDS = Array.from({ length: 10 }, (_, nth) => `id-${nth}`);
const account = { username: 'somebody@example.com', password: 'CANARY-of-the-account' };
const redisPassword = 'CANARY-of-Redis-itself';

function createMember(service: ScriptedService, options: ReplicasOptions): Fleet {
  const sharing = replicas(options);
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: account,
    fetch: service.fetch,
    sharing,
  });
  onTestFinished(async () => {
    fleet.dispose();
    await sharing.close();
  });
  return fleet;
}

const expectSharing = (fleets: readonly Fleet[]): Promise<void> =>
  eventually(() => {
    for (const { polling } of fleets)
      expect(polling.status.value.sharing).toMatchObject({ state: 'sharing', members: fleets.length });
  });

describe.runIf(inject('hasRedisServer'))('fleets that share over Redis', () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await startRedisServer({ password: redisPassword });
  });
  afterAll(() => server.close());

  it('poll each id once for all', async () => {
    const service = createScriptedService(systemClock);
    const options = { connection: server.url, prefix: 'once' };
    const fleets = Array.from({ length: 3 }, () => createMember(service, options));
    await expectSharing(fleets);
    for (const { databases } of fleets) databases.track(IDS, { everyMs: 2000 });
    await eventually(() => {
      for (const { databases } of fleets) expect(databases.all.value).toHaveLength(IDS.length);
    });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    service.clear();
    await eventually(() => {
      for (const id of IDS) expect(service.timesOf(id).length).toBeGreaterThanOrEqual(2);
    });
    expect(Math.max(...IDS.map((id) => service.timesOf(id).length))).toBeLessThanOrEqual(3);
    for (const { databases } of fleets) for (const id of IDS) expect(databases.entry(id).value.status).toBe('fresh');
  });

  it('send no secret to Redis', async () => {
    const indices = sampleVectorIndices(3);
    const password = 'CANARY-of-a-database';
    const service = createScriptedService(systemClock);
    service.respond(({ operation, id, query }) => {
      if (operation === 'list') return { json: indices };
      return { json: databaseOf(id, query === '?credentials=hide' ? {} : { password }) };
    });
    const spy = new Redis(server.url);
    const commands: string[] = [];
    const monitor = await spy.monitor();
    monitor.on('monitor', (_: string, parameters: readonly string[]) => void commands.push(parameters.join(' ')));
    onTestFinished(() => {
      monitor.disconnect();
      spy.disconnect();
    });
    const options = { connection: server.url, prefix: 'secrets' };
    const [first, second] = [createMember(service, options), createMember(service, options)];
    await expectSharing([first, second]);
    first.databases.add(IDS);
    await first.databases.fetchCredentials('id-0');
    await second.databases.fetchCredentials('id-1');
    await first.indices.refresh();
    await eventually(() => expect(second.indices.all.value).toHaveLength(indices.length));
    await eventually(() => {
      for (const id of IDS) expect(second.databases.entry(id).value.status).toBe('fresh');
    });

    const findLeaks = createLeakSearch([
      ...[account.password, redisPassword, password],
      ...[account, { username: '', password: redisPassword }].map((user) => btoa(`${user.username}:${user.password}`)),
      ...indices.flatMap((index) => [index.token, index.read_only_token].map((token) => token.slice(0, 24))),
    ]);
    expect(commands.some((command) => command.includes('id-9'))).toBe(true);
    expect(findLeaks(commands)).toEqual([]);
    const keyspace = await readKeyspace(spy);
    expect(Object.keys(keyspace).filter((key) => !/^(once|secrets):1:[0-9a-f]{16}:/.test(key))).toEqual([]);
    expect(findLeaks(keyspace)).toEqual([]);
  });

  it('tell without a secret that Redis refuses the password', async () => {
    const connection = server.url.replace('CANARY', 'wrong');
    const fleet = createMember(createScriptedService(systemClock), { connection });
    await eventually(() => {
      const { message } = fleet.polling.status.value.sharing ?? {};
      expect(message).toBe('Redis refuses the user name or the password: check `connection`.');
    });
  });
});

describe('the options of replicas', () => {
  const issuesOf = (options: object): unknown => {
    try {
      replicas(options as ReplicasOptions);
    } catch (error) {
      expect(error).toBeInstanceOf(FleetError);
      expect(error).toMatchObject({ code: 'invalid-request' });
      return (error as FleetError).issues;
    }
    return [];
  };

  it('accept URLs and options of ioredis', () => {
    expect(issuesOf({ connection: 'rediss://user:p%40ss@redis.example.com:6380/2' })).toEqual([]);
    expect(issuesOf({ connection: { host: 'redis.example.com', tls: {} }, prefix: 'a:b' })).toEqual([]);
    expect(issuesOf({ connection: { sentinels: [{ host: 'a', port: 26379 }], name: 'main' } })).toEqual([]);
  });

  it.each([
    [{}, 'connection'],
    [{ connection: 'http://localhost' }, 'connection'],
    [{ connection: 'redis.example.com:6379' }, 'connection'],
    [{ connection: 6379 }, 'connection'],
    [{ connection: { host: 'a', keyPrefix: 'b' } }, 'connection.keyPrefix'],
    [{ connection: { duplicate: () => {} } }, 'connection'],
    [{ connection: 'redis://a', prefix: '' }, 'prefix'],
    [{ connection: 'redis://a', prefix: 'a b' }, 'prefix'],
    [{ connection: 'redis://a', prefx: 'a' }, 'prefx'],
  ])('refuse %j', (options, path) => {
    expect(issuesOf(options)).toMatchObject([{ path }]);
  });
});
