import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemClock } from '../../../src/core/shared/clock.js';
import { eventually } from '../../support/eventually.js';
import { scaled } from '../../support/scale.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { createTcpProxy } from '../../support/tcp-proxy.js';
import { KEYS } from './member-report.js';
import { connectClient, expectLost, expectShared, joinMember as join, startServer } from './test-member.js';

/** The time of a test of the rate. */
const seconds = scaled({ short: 1, long: 20 });

const turn = { count: 1, isUrgent: false, after: 0 };

describe.runIf(inject('hasRedisServer'))('the engine on Redis', () => {
  let server: RedisServer;

  beforeAll(async () => void (server = await startRedisServer()));
  afterAll(() => server.close());

  it('loses no message of a member whose receiver is cut off again and again', async () => {
    const proxy = await createTcpProxy(server.port);
    const scope = 'cut';
    const sender = join({ url: server.url, scope });
    const receiver = join({ url: `redis://127.0.0.1:${proxy.port}`, scope });
    await expectShared(sender, receiver);
    const sent = Array.from({ length: 300 }, (_, number) => number);
    for (const number of sent) {
      sender.send(number);
      if (number % 2 === 0) sender.send(number, receiver.id);
      if (number % 100 === 50) {
        proxy.cut();
        proxy.heal();
      }
      await wait(2);
    }
    const expected = sent.flatMap((number) => (number % 2 === 0 ? [number, number] : [number]));
    await eventually(() => expect(receiver.received).toHaveLength(expected.length));
    expect(receiver.received).toEqual(expected);
  });

  it('keeps no message in Redis that was sent to one member and that the member has read', async () => {
    const scope = 'own';
    const [sender, receiver] = [join({ url: server.url, scope }), join({ url: server.url, scope })];
    await expectShared(sender, receiver);
    const record = 'x'.repeat(50_000);
    for (let number = 0; number < 50; number++) sender.send({ number, record }, receiver.id);
    await eventually(() => expect(receiver.received).toHaveLength(50));

    const client = connectClient(server);
    const [own = ''] = await client.keys(`fleetglass:${scope}:*:messages:${receiver.id}`);
    expect(own).not.toBe('');
    await eventually(async () => expect(await client.xlen(own)).toBeLessThanOrEqual(1));
  });

  it.each([
    { perSecond: 10, burst: 1 },
    { perSecond: 300, burst: 5 },
  ])('keeps $perSecond turns a second with a burst of $burst, and shares them fairly', async (rate) => {
    const scope = `rate-${rate.perSecond}-${rate.burst}`;
    const members = Array.from({ length: 3 }, () => join({ url: server.url, scope, rate }));
    await expectShared(...members);
    // The number of a turn is the time of Redis in microseconds, also when its answer is read late.
    const given: number[] = [];
    const counts = members.map(() => 0);
    await Promise.all(
      members.map(async (member, at) => {
        while (given.length < rate.perSecond * seconds) {
          const turns = await member.acquire({ ...turn, count: 5 });
          given.push(...turns);
          counts[at] = (counts[at] ?? 0) + turns.length;
        }
      }),
    );
    const inSecondFrom = (from: number): number => given.filter((at) => at >= from && at < from + 1_000_000).length;
    const busiest = Math.max(...given.map(inSecondFrom));
    // Two turns at the ends of a second.
    expect(busiest).toBeLessThanOrEqual(rate.burst + rate.perSecond + 1);
    expect(busiest).toBeGreaterThan(rate.perSecond * 0.3);
    expect(Math.min(...counts)).toBeGreaterThan((given.length / members.length) * 0.5);
  });

  it('reports that Redis is full, and continues when there is room', async () => {
    const scope = 'full';
    const members = [join({ url: server.url, scope }), join({ url: server.url, scope })] as const;
    await expectShared(...members);
    const client = connectClient(server);
    await client.config('SET', 'maxmemory', '1');
    for (const member of members) await expectLost(member, /has no memory left/);
    await expect(members[0].acquire(turn)).rejects.toThrow('has no memory left');
    await client.config('SET', 'maxmemory', '0');
    await expectShared(...members);
  });

  it('continues after a failover to a replica, with greater numbers', async () => {
    const replica = await startServer({ replicaOf: server.port });
    const proxy = await createTcpProxy(server.port);
    const url = `redis://127.0.0.1:${proxy.port}`;
    const members = [join({ url, scope: 'failover' }), join({ url, scope: 'failover' })] as const;
    await expectShared(...members);
    const [before = 0] = await members[0].acquire(turn);
    const client = connectClient(replica);
    await eventually(async () => expect(await client.info('replication')).toContain('master_link_status:up'));
    // The address leads to the replica before it is promoted.
    proxy.switchTo(replica.port);
    await expectLost(members[0], /is a replica/);
    await client.replicaof('NO', 'ONE');
    await expectShared(...members);
    const [after = 0] = await members[1].acquire(turn);
    expect(after).toBeGreaterThan(before);
    members[0].send('hello');
    await eventually(() => expect(members[1].received).toEqual(['hello']));
  });

  it('tells a member that was stopped for a minute that it may have missed messages', async () => {
    let stoppedMs = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + stoppedMs };
    const scope = 'stopped';
    const members = [join({ url: server.url, scope, clock }), join({ url: server.url, scope })] as const;
    await expectShared(...members);
    expect(members[0].statuses).not.toContainEqual(expect.objectContaining({ state: 'lost' }));
    stoppedMs = 60_000;
    const message = expect.stringMatching(/was stopped for a while/);
    await eventually(() => expect(members[0].statuses).toContainEqual({ state: 'lost', message }));
    await expectShared(...members);
  });

  it('continues when a sentinel answers again, although ioredis has given up', async () => {
    const sentinel = await startServer({ isSentinel: true });
    await sentinel.kill();
    const sentinels = [{ host: '127.0.0.1', port: sentinel.port }];
    const connection = { sentinels, name: 'main', sentinelRetryStrategy: () => null };
    const member = join({ connection, scope: 'sentinel' });
    await expectLost(member, /No sentinel of Redis knows a master/);
    await sentinel.start();
    await connectClient(sentinel).call('SENTINEL', 'MONITOR', 'main', '127.0.0.1', String(server.port), '1');
    const other = join({ url: server.url, scope: 'sentinel' });
    await expectShared(member, other);
    other.send('hello');
    await eventually(() => expect(member.received).toEqual(['hello']));
  });

  it('continues when all data is deleted while it is connected', async () => {
    const scope = 'emptied';
    const members = [join({ url: server.url, scope }), join({ url: server.url, scope })] as const;
    await expectShared(...members);
    const [before = 0] = await members[0].acquire({ ...turn, after: 1e15 });
    await connectClient(server).flushall();
    await wait(500);
    await expectShared(...members);
    const [after = 0] = await members[1].acquire(turn);
    expect(after).toBeGreaterThan(before);
    members[0].send('hello');
    await eventually(() => expect(members[1].received).toEqual(['hello']));
  });

  it('continues after another program wrote an impossible number and invalid messages', async () => {
    const scope = 'foreign';
    const client = connectClient(server);
    const members = [join({ url: server.url, scope }), join({ url: server.url, scope })] as const;
    await expectShared(...members);
    const [before = 0] = await members[0].acquire(turn);
    const keysOf = (name: string): Promise<string[]> => client.keys(`fleetglass:${scope}:*:${name}`);
    const [[number = ''], [messages = '']] = await Promise.all([keysOf('number'), keysOf('messages')]);
    await client.set(number.replace(/number$/, 'rate'), 'text');
    for (const value of [String(2 ** 52), 'text']) {
      await client.set(number, value);
      const [after = 0] = await members[1].acquire(turn);
      expect(after).toBeGreaterThan(before);
      expect(after).toBeLessThan(Date.now() * 1000 + 3_600_000_000);
    }
    const flood = JSON.stringify(Array.from({ length: 20_000 }, () => ({ message: { kind: 'ask' } })));
    await client.xadd(messages, '*', 'f', members[0].id, 'n', String(Number.MAX_SAFE_INTEGER), 'm', flood);
    await client.xadd(messages, '*', 'f', members[0].id, 'n', String(Number.MAX_SAFE_INTEGER), 'm', '["last"]');
    for (let number = 0; number < 5000; number++) members[0].send(number);
    const numbers = Array.from({ length: 5000 }, (_, number) => number);
    await eventually(() => expect(members[1].received).toEqual(['last', ...numbers]));
  });

  it('finds dead members although the clock of Redis has jumped back by minutes', async () => {
    const scope = 'clock';
    const proxy = await createTcpProxy(server.port);
    const first = join({ url: server.url, scope });
    const second = join({ url: `redis://127.0.0.1:${proxy.port}`, scope });
    await expectShared(first, second);
    const client = connectClient(server);
    const [members = ''] = await client.keys(`fleetglass:${scope}:*:members`);
    await client.zadd(members, Date.now() + 300_000, 'a member that is gone');
    await client.set(members.replace(/members$/, 'shards:stalled-check'), '0', 'PX', 300_000);
    proxy.cut();
    await eventually(() => expect(KEYS.filter((key) => !first.owns(key))).toEqual([]));
    await eventually(() => expect(first.members.size).toBe(0));
    // Again if the machine was busy for a second.
    await eventually(async () => {
      await client.set(members.replace(/members$/, 'rate'), String((Date.now() + 300_000) * 1000), 'PX', 300_000);
      const startMs = performance.now();
      await first.acquire(turn);
      expect(performance.now() - startMs).toBeLessThan(1000);
    });
  });

  it('needs no more permissions than documented', async () => {
    const client = connectClient(server);
    const [, rules = ''] = /^ACL SETUSER fleetglass (.*)$/m.exec(await readFile('docs/scale.md', 'utf8')) ?? [];
    await client.call('ACL', 'SETUSER', 'fleetglass', ...rules.split(' '));
    const url = server.url.replace('//', '//fleetglass:password@');
    const members = [join({ url, scope: 'acme' }), join({ url, scope: 'acme' })] as const;
    await expectShared(...members);
    members[0].send('hello');
    await eventually(() => expect(members[1].received).toEqual(['hello']));
    expect(await members[0].acquire(turn)).toHaveLength(1);
    expect(await client.call('ACL', 'LOG')).toEqual([]);
    await expectLost(join({ url, scope: 'other' }), /permission/);
  });

  it('reports that ioredis refuses the options', async () => {
    const member = join({ connection: { sentinels: [], password: 'CANARY' } });
    await eventually(() => expect(member.status.state).toBe('unsupported'));
    expect(member.status.message).toBe('ioredis does not accept the options in `connection`: see its documentation.');
    await expect(member.acquire(turn)).rejects.toThrow('ioredis does not accept');
  });

  it('does not use more memory over time', async () => {
    const scope = 'memory';
    const members = [join({ url: server.url, scope }), join({ url: server.url, scope })] as const;
    await expectShared(...members);
    const client = connectClient(server);
    const text = 'x'.repeat(2000);
    for (let number = 1; number <= 3000; number++) {
      // Messages to other receivers in between make each message an entry of its own.
      members[0].send(text);
      members[0].send(text, 'a member that is gone');
      if (number % 100 === 0) {
        members[1].setWilling(number % 200 === 0);
        await wait(40);
      }
    }
    const lengthsOf = async (pattern: string): Promise<number[]> =>
      Promise.all((await client.keys(`fleetglass:${scope}:*:${pattern}`)).map((key) => client.xlen(key)));
    const [events = Infinity] = await lengthsOf('events');
    expect(events).toBeLessThan(1000);
    const messages = await lengthsOf('messages*');
    expect(messages).toHaveLength(2);
    expect(Math.max(...messages)).toBeLessThan(2200);
    await Promise.all(members.map((member) => member.leave()));
    const keys = await client.keys(`fleetglass:${scope}:*`);
    const kept = await Promise.all(keys.map(async (key) => ((await client.pttl(key)) === -1 ? key : undefined)));
    // The shards of the group and its number.
    const others = kept.filter((key) => key !== undefined && !key.includes(':shards:') && !key.endsWith(':number'));
    expect(others).toEqual([]);
    expect(keys.length).toBeLessThan(90);
  });
});
