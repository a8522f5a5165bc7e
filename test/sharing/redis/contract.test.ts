import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { systemClock } from '../../../src/core/shared/clock.js';
import type { Membership } from '../../../src/sharing/engine.js';
import { createReplicasEngine } from '../../../src/sharing/redis/replicas-engine.js';
import { useConcurrentTests } from '../../support/concurrent-tests.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { createTcpProxy } from '../../support/tcp-proxy.js';
import { describeSharingEngine, type EngineGroup, type EngineHost } from '../engine-contract.js';

useConcurrentTests();

describe.runIf(inject('hasRedisServer'))('with a real redis-server', () => {
  let server: RedisServer;
  let groups = 0;

  beforeAll(async () => void (server = await startRedisServer()));
  afterAll(() => server.close());

  function createGroup(): EngineGroup {
    const group = ++groups;
    const members: Membership[] = [];

    async function createHost(scope = `group-${group}`): Promise<EngineHost> {
      const proxy = await createTcpProxy(server.port);
      const engine = createReplicasEngine({ connection: `redis://127.0.0.1:${proxy.port}`, scope });
      return {
        engine: {
          join(...facts) {
            const member = engine.join(...facts);
            members.push(member);
            return member;
          },
        },
        // A process that ends sends nothing more, and the others see only its silence.
        kill: proxy.hang,
        cut: proxy.cut,
        heal: proxy.heal,
      };
    }

    return {
      clock: systemClock,
      advance: (ms) => wait(ms),
      createHost: () => createHost(),
      createOtherGroup: () => createHost(`other-group-${group}`),
      stop: () => server.kill(),
      start: () => server.start(),
      destroy: async () => void (await Promise.all(members.map((member) => member.leave()))),
    };
  }

  describeSharingEngine('on Redis', createGroup, { stop: true, refuse: true, isSlow: true });
});
