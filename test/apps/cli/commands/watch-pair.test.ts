import { describe, expect, inject, it } from 'vitest';
import { REDIS_PASSWORD, startWatchPair } from '../../watch/watch-pair.js';
import { useFleetglass } from '../command.js';

const fleetglass = useFleetglass();

/** `npm run prove` kills and stops the two, and Redis. */
describe.runIf(inject('hasRedisServer'))('two fleetglass watch with one Redis', () => {
  it('start without Redis, tell it, and share their work when it is there', async () => {
    const pair = await startWatchPair(fleetglass, 2, false);
    await expect.poll(pair.output).toMatch(/group-unreachable.*Redis cannot be reached \(ECONNREFUSED\)/);
    await pair.redis.start({ isEmpty: true });
    await pair.deliverer();
    await expect.poll(() => pair.metric('fleetglass_known_databases'), { timeout: 20_000 }).toEqual([2]);
    const [id = '', other = ''] = pair.ids;
    for (const isSuspended of [true, false]) {
      await pair.setSuspended(id, isSuspended);
      await pair.settled();
    }
    // Without a fault, nothing arrives twice.
    expect(pair.arrivals).toHaveLength(2);
    pair.signal(await pair.deliverer(), 'SIGKILL');
    await pair.setSuspended(other, true);
    await pair.settled();
    expect(pair.counts()).toEqual({ fired: 2, cleared: 1, breaches: 2, ended: 1 });
    expect(pair.output()).not.toContain(REDIS_PASSWORD);
  }, 120_000);
});
