import { Redis } from 'ioredis';
import { expect, onTestFinished } from 'vitest';
import type { RateLimit } from '../../../src/core/polling/token-bucket.js';
import { systemClock, type Clock } from '../../../src/core/shared/clock.js';
import type { EngineStatus, Membership } from '../../../src/sharing/engine.js';
import { createReplicasEngine } from '../../../src/sharing/redis/replicas-engine.js';
import type { ReplicasOptions } from '../../../src/sharing/redis/replicas-options.js';
import { eventually } from '../../support/eventually.js';
import { startRedisServer, type RedisServer, type RedisServerOptions } from '../../support/redis-server.js';
import { KEYS } from './member-report.js';

const fast: RateLimit = { perSecond: 1000, burst: 100 };

interface JoinOptions {
  readonly url?: string;
  readonly connection?: ReplicasOptions['connection'];
  readonly scope?: string;
  readonly rate?: RateLimit;
  readonly clock?: Clock;
}

/** Joins a member that leaves when the test ends, and keeps the messages that it receives. */
export function joinMember({ url = '', connection = url, scope = 'test', ...options }: JoinOptions) {
  const received: unknown[] = [];
  /** The status at each change. */
  const statuses: EngineStatus[] = [];
  const { rate = fast, clock = systemClock } = options;
  const group = { service: 'https://api.example.com', account: 'somebody', rate, clock };
  const member = createReplicasEngine({ connection, scope }).join(group, {
    receive: (message) => void received.push(message),
    changed: () => void statuses.push(member.status),
  });
  onTestFinished(() => member.leave());
  return Object.assign(Object.create(member) as Membership, { received, statuses });
}

/** Starts a server that ends with the test. */
export async function startServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const server = await startRedisServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Connects a client until the test ends. */
export function connectClient({ url }: RedisServer): Redis {
  const client = new Redis(url);
  onTestFinished(() => client.disconnect());
  return client;
}

/** Waits until the members are joined and each key has one owner. */
export const expectShared = (...members: readonly Membership[]): Promise<void> =>
  eventually(() => {
    for (const { status, members: others } of members) {
      expect(status).toEqual({ state: 'joined' });
      expect(others.size).toBe(members.length - 1);
    }
    // One check: five hundred of them every 20 ms would need a processor.
    expect(KEYS.filter((key) => members.filter(({ owns }) => owns(key)).length !== 1)).toEqual([]);
  });

/** Waits until the member reports that the connection is lost. */
export const expectLost = (member: Membership, message: RegExp): Promise<void> =>
  eventually(() => expect(member.status).toMatchObject({ state: 'lost', message: expect.stringMatching(message) }));
