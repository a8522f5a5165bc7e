import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createFleet, systemClock, fetchCredentials, type Fleet, type FleetOptions } from '../../../src/index.js';
import { replicas, type ReplicasOptions } from '../../../src/sharing/redis/index.js';
import { createScriptedService, databaseOf, type ScriptedService } from '../../core/fleet/scripted-service.js';
import { eventually } from '../../support/eventually.js';
import { errorOf } from '../../support/failure-of.js';
import { createLeakSearch } from '../../support/leaks.js';
import { readKeyspace } from '../../support/redis-keyspace.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { sampleVectorIndices } from '../../support/sample-vector-indices.js';

/** Few enough for the usual rate. */
const IDS = Array.from({ length: 10 }, (_, nth) => `id-${nth}`);
const account = { username: 'somebody@example.com', password: 'CANARY-of-the-account' };
const redisPassword = 'CANARY-of-Redis-itself';

function createMember(service: ScriptedService, options: ReplicasOptions, given: Partial<FleetOptions> = {}): Fleet {
  const sharing = replicas(options);
  const { fetch } = service;
  const fleet = createFleet({ baseUrl: 'https://api.example.com', credentials: account, fetch, sharing, ...given });
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

  beforeAll(async () => void (server = await startRedisServer({ password: redisPassword })));
  afterAll(() => server.close());

  it('poll each id once for all', async () => {
    const service = createScriptedService(systemClock);
    const options = { connection: server.url, scope: 'once' };
    const fleets = Array.from({ length: 3 }, () => createMember(service, options));
    await expectSharing(fleets);
    for (const { databases } of fleets) databases.track(IDS, { everyMs: 1500 });
    await eventually(() => {
      for (const { databases } of fleets) expect(databases.all.value).toHaveLength(IDS.length);
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
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
    // ioredis fails if a command, such as its own check at the start, comes together with the answer to MONITOR.
    await spy.ping();
    const commands: string[] = [];
    const monitor = await spy.monitor();
    monitor.on('monitor', (_: string, parameters: readonly string[]) => void commands.push(parameters.join(' ')));
    onTestFinished(() => {
      monitor.disconnect();
      spy.disconnect();
    });
    const options = { connection: server.url, scope: 'secrets' };
    const [first, second] = [createMember(service, options), createMember(service, options)];
    await expectSharing([first, second]);
    first.databases.add(IDS);
    await fetchCredentials(first, 'id-0');
    await fetchCredentials(second, 'id-1');
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
    expect(Object.keys(keyspace).filter((key) => !/^fleetglass:\w+:(claim:64$|[0-9a-f]{16}:)/.test(key))).toEqual([]);
    expect(findLeaks(keyspace)).toEqual([]);
  });

  it('of different accounts and services with the same scope exchange nothing, and say why', async () => {
    const credentials = { username: 'somebody-else@example.com', password: 'CANARY-of-the-other' };
    const [own, foreign] = [createScriptedService(systemClock), createScriptedService(systemClock)];
    foreign.respond(() => ({ status: 404 }));
    const options = { connection: server.url, scope: 'mistake' };
    const first = createMember(own, options);
    await expectSharing([first]);
    first.databases.track(IDS, { everyMs: 1000 });
    await eventually(() => expect(first.databases.all.value).toHaveLength(IDS.length));

    const second = createMember(foreign, options, { credentials });
    await eventually(() =>
      expect(second.polling.status.value.sharing).toEqual({
        state: 'alone',
        members: 1,
        message:
          `The scope "${options.scope}" belongs to members of another account: give each account a scope of its own, and ` +
          'all members of an account their credentials in the same form. Nothing is exchanged with them.',
      }),
    );
    const third = createMember(own, options, { baseUrl: 'https://other.example.com/' });
    await eventually(() =>
      expect(third.polling.status.value.sharing?.message).toBe(
        'The scope "mistake" belongs to members with another base URL: give each service a scope of its own. Nothing is ' +
          'exchanged with them.',
      ),
    );
    second.databases.track(['id-of-the-second', 'id-0'], { everyMs: 1000 });
    own.clear();
    foreign.clear();
    await eventually(() => {
      for (const id of IDS) expect(own.timesOf(id).length).toBeGreaterThan(0);
      expect(foreign.timesOf('id-of-the-second').length).toBeGreaterThan(1);
    });
    for (const id of IDS.slice(1)) expect(foreign.timesOf(id)).toEqual([]);
    expect(own.timesOf('id-of-the-second')).toEqual([]);
    expect(first.databases.entry('id-0').value.status).toBe('fresh');
    expect(second.databases.entry('id-0').value.status).toBe('missing');
    expect(first.polling.status.value.sharing).toEqual({ state: 'sharing', members: 1 });
  });

  it('with a new password, or a slash at the end of the address, are members of the same group', async () => {
    const options = { connection: server.url, scope: 'rotated' };
    const service = createScriptedService(systemClock);
    const credentials = { ...account, password: 'CANARY-of-next-month' };
    const withSlash = createMember(service, options, { baseUrl: 'https://api.example.com/', credentials });
    await expectSharing([createMember(service, options), withSlash]);
  });

  it('report that Redis refuses the password, without a secret', async () => {
    const connection = server.url.replace('CANARY', 'wrong');
    const fleet = createMember(createScriptedService(systemClock), { connection, scope: 'refused' });
    await eventually(() => {
      const { message } = fleet.polling.status.value.sharing ?? {};
      expect(message).toBe('Redis refuses the user name or the password: check `connection`.');
    });
  });
});

describe('the options of replicas', () => {
  it.each<ReplicasOptions>([
    { connection: 'rediss://user:p%40ss@redis.example.com:6380/2', scope: 'a' },
    { connection: { host: 'redis.example.com', tls: {} }, scope: 'a:b' },
    { connection: { sentinels: [{ host: 'a', port: 26379 }], name: 'main' }, scope: 'a' },
  ])('accept a URL and options of ioredis: %j', (options) => expect(() => replicas(options)).not.toThrow());

  it.each([
    [{ scope: 'a' }, 'connection'],
    [{ connection: 'http://localhost', scope: 'a' }, 'connection'],
    [{ connection: 'redis://:p%ss@localhost', scope: 'a' }, 'connection'],
    [{ connection: { host: 'a', keyPrefix: 'b' }, scope: 'a' }, 'connection'],
    [{ connection: { duplicate: () => {} }, scope: 'a' }, 'connection'],
    [{ connection: 'redis://a' }, 'scope'],
    [{ connection: 'redis://a', scope: 'a b' }, 'scope'],
  ])('refuse %j', (options, path) => {
    const error = errorOf(() => replicas(options as ReplicasOptions));
    expect(error).toMatchObject({ code: 'invalid-request', issues: [{ path }] });
  });
});
