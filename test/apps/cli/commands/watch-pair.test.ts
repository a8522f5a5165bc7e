import { describe, expect, inject, it } from 'vitest';
import { REDIS_PASSWORD, startWatchPair, type WatchPair } from '../../watch/watch-pair.js';
import { useFleetglass } from '../command.js';

const fleetglass = useFleetglass();
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A database is suspended, something fails, and the database is active again. */
async function breachDuring(pair: WatchPair, id: string | undefined, fault: () => Promise<void>): Promise<void> {
  if (id === undefined) return expect.unreachable();
  await pair.setSuspended(id, true);
  await fault();
  await pair.settled();
  await pair.setSuspended(id, false);
  await pair.settled();
}

describe.runIf(inject('hasRedisServer'))('two fleetglass watch with one Redis', () => {
  it('tell each breach under one key while one is killed or stands still, and Redis loses its data', async () => {
    const pair = await startWatchPair(fleetglass, 4);
    const [first, second, third, fourth] = pair.ids;
    await pair.deliverer();
    await expect.poll(() => pair.metric('fleetglass_known_databases'), { timeout: 20_000 }).toEqual([4]);
    await breachDuring(pair, first, () => Promise.resolve());
    // Without a fault, nothing arrives twice.
    expect(pair.arrivals).toHaveLength(2);
    expect(await pair.metric('fleetglass_alert_events_total')).toEqual(expect.arrayContaining([2]));

    const killed = await pair.deliverer();
    await breachDuring(pair, second, async () => {
      await sleep(200);
      pair.signal(killed, 'SIGKILL');
    });
    await pair.start(killed);
    await breachDuring(pair, third, async () => {
      await pair.redis.kill();
      await sleep(1000);
      await pair.redis.start({ isEmpty: true });
    });
    const stopped = await pair.deliverer();
    await breachDuring(pair, fourth, async () => {
      pair.signal(stopped, 'SIGSTOP');
      await pair.settled();
      pair.signal(stopped, 'SIGCONT');
    });
    await pair.deliverer();
    await sleep(2000);
    expect(pair.counts()).toEqual({ fired: 4, cleared: 4, breaches: 4, ended: 4 });
    await pair.stop();
    expect(pair.output()).not.toContain(REDIS_PASSWORD);
  }, 180_000);

  it('start without Redis, tell it, and share their work when it is there', async () => {
    const pair = await startWatchPair(fleetglass, 1);
    await pair.deliverer();
    await pair.stop();
    await pair.redis.kill();
    await Promise.all([pair.start(0), pair.start(1)]);
    await expect.poll(pair.output).toMatch(/group-unreachable.*Redis cannot be reached \(ECONNREFUSED\)/);
    await pair.redis.start({ isEmpty: true });
    await pair.deliverer();
    const [id = ''] = pair.ids;
    await pair.setSuspended(id, true);
    await pair.settled();
    expect(pair.arrivals).toHaveLength(1);
    await pair.write(0, 'sharing: { scope: another }');
    pair.signal(0, 'SIGHUP');
    await expect.poll(pair.output).toMatch(/restart-needed.*"sharing"/);
    await pair.stop();
  }, 120_000);
});
