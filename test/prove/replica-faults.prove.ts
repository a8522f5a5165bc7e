import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { connectClient, startServer } from '../sharing/redis/test-member.js';
import { scaled } from '../support/scale.js';
import type { RedisServer } from '../support/redis-server.js';
import { startReplicaGroup, type Replica, type ReplicaGroup, type ReplicaGroupOptions } from './replica-group.js';
import { measure } from './replica-measures.js';
import { INTERVAL_MS } from './replica-messages.js';

/*
 * Processes that share their polling over Redis meet faults of processes, of the network and of Redis. One row of a table
 * reports the result of each fault.
 */

interface Scene extends ReplicaGroup {
  readonly first: Replica;
  readonly others: readonly Replica[];
}

interface Fault {
  readonly name: string;
  readonly options?: ReplicaGroupOptions;
  /** Whether ids wait for the end of the fault: without Redis, or without a process, nothing is polled. */
  readonly isForAll?: boolean;
  /** Causes the fault and ends it. @returns the processes without the fault; all by default */
  run(scene: Scene): Promise<readonly Replica[] | void>;
}

const WAIT = { timeout: 60_000, interval: 20 };

/** The group is watched for this long after each fault. */
const SETTLE_MS = 6 * INTERVAL_MS;

/** The time from a turn to the arrival of its request varies. */
const JITTER_TURNS = 0.05;

/** Even on a busy machine, an answer of the service and the message to the other members take less than this. */
const PROPAGATION_MS = 300;

const MINUTE_MS = 60_000;

async function killFirst({ first, others, remove }: Scene): Promise<readonly Replica[]> {
  remove(first);
  await first.kill();
  return others;
}

function stopFirst(ms: number): Fault['run'] {
  return async ({ first, others }) => {
    first.signal('SIGSTOP');
    await delay(ms);
    first.signal('SIGCONT');
    return others;
  };
}

function isolateFirst(how: 'cut' | 'hang'): Fault['run'] {
  return async ({ first, others }) => {
    first.proxy[how]();
    await delay(45_000);
    first.proxy.heal();
    return others;
  };
}

const memberFaults: Fault[] = [
  { name: 'none', run: () => delay(SETTLE_MS) },
  { name: 'one member killed', run: killFirst },
  {
    name: 'one member killed, tight rate',
    options: { rate: { perSecond: 160, burst: 10 } },
    run: killFirst,
  },
  { name: 'one member stopped for 3 s', run: stopFirst(3000) },
  { name: 'one member stopped for 60 s', run: stopFirst(MINUTE_MS) },
  { name: 'one member cut off for 45 s', run: isolateFirst('cut') },
  { name: 'packets of one member lost for 45 s', run: isolateFirst('hang') },
  {
    name: 'clocks 10 min apart, one member killed',
    options: { clocksAheadMs: [0, 10 * MINUTE_MS, -10 * MINUTE_MS] },
    async run(scene) {
      await delay(SETTLE_MS);
      return killFirst(scene);
    },
  },
  {
    name: 'one member leaves',
    async run({ first, others, remove }) {
      remove(first);
      expect(await first.leave()).toBe(0);
      return others;
    },
  },
  {
    name: 'one member joins',
    async run({ first, others, start }) {
      await start();
      return [first, ...others];
    },
  },
];

const redisFaults: Fault[] = [
  {
    name: 'Redis killed, restarted with AOF after 3 s',
    options: { redis: { appendOnly: true } },
    run: ({ redis }) => restart(redis, false),
  },
  {
    name: 'Redis killed, restarted empty after 3 s',
    run: ({ redis }) => restart(redis, true),
  },
  {
    name: 'Redis paused for 30 s',
    async run({ redis }) {
      redis.pause();
      await delay(30_000);
      redis.resume();
    },
  },
  {
    name: 'Redis full for 5 s',
    options: { redis: { settings: ['--maxmemory', '100mb', '--maxmemory-policy', 'noeviction'] } },
    async run({ redis }) {
      const client = connectClient(redis);
      await client.config('SET', 'maxmemory', '1');
      await delay(5000);
      await client.config('SET', 'maxmemory', '0');
    },
  },
  {
    name: 'failover to a replica',
    async run({ redis, replicas }) {
      const replica = await startServer({ replicaOf: redis.port });
      const client = connectClient(replica);
      await vi.waitFor(async () => expect(await client.info('replication')).toContain('master_link_status:up'), WAIT);
      await redis.kill();
      await delay(1000);
      for (const { proxy } of replicas) proxy.switchTo(replica.port);
      await delay(1000);
      await client.replicaof('NO', 'ONE');
    },
  },
];

const allFaults: Fault[] = [
  {
    name: 'all members killed, started again',
    async run({ first, others, replicas, start }) {
      replicas.length = 0;
      await Promise.all([first, ...others].map((replica) => replica.kill()));
      await Promise.all(others.map(() => start()));
      return [await start()];
    },
  },
  {
    name: '429 with 3 s for one member',
    async run({ first, service }) {
      service.refuseNext(first.name, 3);
      await vi.waitFor(() => expect(service.polls.some(({ isRefused }) => isRefused)).toBe(true), WAIT);
      await delay(3000);
      // Until the message about the 429 arrives, the other members send the requests that they have begun.
      const [refusedMs = 0] = service.polls.flatMap(({ isRefused, atMs }) => (isRefused ? atMs : []));
      const early = service.polls.filter(({ atMs }) => atMs > refusedMs + PROPAGATION_MS && atMs < refusedMs + 3000);
      expect(early).toEqual([]);
    },
  },
];

const faults = [
  ...memberFaults,
  ...[...redisFaults, ...allFaults].map((fault): Fault => ({ ...fault, isForAll: true })),
];

/** The faults after which a process never returns. */
const DEATHS = memberFaults.map(({ name }) => name).filter((name) => /killed|leaves|none/.test(name));

/** A minute of faults: `npm run prove` causes all. */
const QUICK = ['one member killed', 'Redis killed, restarted with AOF after 3 s'];

const chosen = scaled({ short: faults.filter(({ name }) => QUICK.includes(name)), long: faults });

describe.runIf(inject('hasRedisServer'))('members that share over Redis', () => {
  const rows: Record<string, object> = {};

  afterAll(() => console.table(rows));

  test.each(chosen)('keep their promises: $name', async ({ name, options = {}, isForAll = false, run }) => {
    const group = await startReplicaGroup(options);
    const [first, ...others] = group.replicas as [Replica, ...Replica[]];
    // The start of the members is not measured.
    await delay(2 * INTERVAL_MS);
    const startMs = performance.now();
    const steady = (await run({ ...group, first, others })) ?? group.replicas;
    const faultMs = performance.now() - startMs;
    await delay(SETTLE_MS);
    await group.expectShared();
    const result = await measure(group, steady, startMs);
    const { perSecond, burst } = group.rate;
    rows[name] = {
      'fault, intervals': Number((faultMs / INTERVAL_MS).toFixed(1)),
      'gap, intervals': Number(result.gap.toFixed(2)),
      polls: result.polls,
      'duplicates, %': Number(result.duplicates.toFixed(2)),
      'polls alone': result.alone,
      'busiest second': `${result.busiestSecond} of ${perSecond + burst}`,
      load: Number((loadavg()[0] ?? 0).toFixed(1)),
    };
    expect(result.backwards).toEqual([]);
    expect(result.lost).toEqual([]);
    expect(result.gap).toBeLessThanOrEqual(isForAll ? faultMs / INTERVAL_MS + 2 : 2);
    // An overdue id is polled at once, and again at its usual time. The return of a member adds a second takeover.
    if (DEATHS.includes(name)) expect(result.duplicates).toBeLessThanOrEqual(1);
    expect(result.busiestSecond).toBeLessThanOrEqual((perSecond + burst) * (1 + JITTER_TURNS));
  });
});

async function restart(redis: RedisServer, isEmpty: boolean): Promise<void> {
  await redis.kill();
  await delay(3000);
  await redis.start({ isEmpty });
}
