import { describe, expect, inject, test } from 'vitest';
import type { AlertList, ListedSilence } from '../../src/monitor/index.js';
import { useFleetglass } from '../apps/cli/command.js';
import { startWatchPair, type WatchPair } from '../apps/watch/watch-pair.js';
import { recordFigures } from '../support/figures.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';

/*
 * Two `fleetglass watch` with one Redis. Breaches begin and end at random moments while the delivering monitor is killed or
 * stopped for 10 s, and Redis is killed, restarts empty, or is stopped. Then a silence holds an alert at both.
 */

const ROUNDS = scaled({ short: 5, long: 40 });
const DATABASES = 6;
const fleetglass = await useFleetglass();
const random = createSeededRandom(16);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const faults: Readonly<Record<string, (pair: WatchPair) => Promise<void>>> = {
  'kill -9 of the one that delivers': async (pair) => {
    const at = await pair.deliverer();
    await sleep(random() * 1500);
    pair.signal(at, 'SIGKILL');
    await sleep(random() * 3000);
    await pair.start(at);
  },
  'kill -9 of both': async (pair) => {
    await sleep(random() * 1500);
    for (const at of [0, 1]) pair.signal(at, 'SIGKILL');
    await sleep(random() * 1000);
    await Promise.all([pair.start(0), pair.start(1)]);
  },
  'Redis killed, and empty afterwards': async (pair) => {
    await sleep(random() * 1000);
    await pair.redis.kill();
    await sleep(random() * 5000);
    await pair.redis.start({ isEmpty: true });
  },
  'Redis stopped for 5 s': async (pair) => {
    pair.redis.pause();
    await sleep(5000);
    pair.redis.resume();
  },
  'the one that delivers stopped for 10 s': async (pair) => {
    const at = await pair.deliverer();
    await sleep(random() * 1000);
    pair.signal(at, 'SIGSTOP');
    await sleep(10_000);
    pair.signal(at, 'SIGCONT');
  },
};

const WAIT = { timeout: 60_000, interval: 100 };

/** A silence that is added at one monitor holds an alert at both, until it is ended at the other. */
async function expectSharedSilence(pair: WatchPair): Promise<void> {
  const [id = ''] = pair.ids;
  const { length } = pair.arrivals;
  const added = await pair.ask(0, 'silence', 'add', '--for', '1h', '--comment', 'known', '--id', id);
  const { silence } = added as { silence: ListedSilence };
  await expect.poll(() => pair.ask(1, 'silence', 'list'), WAIT).toMatchObject({ silences: [{ id: silence.id }] });
  await pair.setSuspended(id, true);
  for (const at of [0, 1]) {
    const states = async (): Promise<unknown[]> => {
      const { alerts } = (await pair.ask(at, 'alerts')) as AlertList;
      return alerts.map((alert) => [alert.id, alert.state]);
    };
    await expect.poll(states, WAIT).toEqual([[id, 'silenced']]);
  }
  expect(pair.arrivals.length).toBe(length);
  await pair.ask(1, 'silence', 'end', silence.id);
  await pair.settled();
  expect(pair.arrivals.slice(length)).toMatchObject([{ type: 'alert.fired', alert: { id } }]);
}

describe.runIf(inject('hasRedisServer'))('two fleetglass watch under faults', () => {
  test(`report each breach under one key over ${ROUNDS} faults`, async () => {
    const pair = await startWatchPair(fleetglass, DATABASES);
    const totals: Record<string, { faults: number; breaches: number }> = {};
    for (let round = 0; round < ROUNDS; round++) {
      await pair.deliverer();
      const [name, fault] = Object.entries(faults)[round % Object.keys(faults).length] ?? expect.unreachable();
      const before = pair.counts().breaches;
      const fallen = fault(pair);
      for (const id of pair.ids) {
        await sleep(random() * 400);
        await pair.setSuspended(id, true);
      }
      await fallen;
      await pair.settled();
      for (const id of pair.ids) await pair.setSuspended(id, false);
      await pair.settled();
      const total = (totals[name] ??= { faults: 0, breaches: 0 });
      total.faults += 1;
      total.breaches += pair.counts().breaches - before;
    }
    // An event under a second key may arrive late.
    await sleep(10_000);
    const { fired, cleared, breaches, ended } = pair.counts();
    expect({ fired, cleared }).toEqual({ fired: breaches, cleared: ended });
    const all = Object.entries(totals).map(
      ([name, { faults, breaches }]) => `${name}: ${faults} ${faults === 1 ? 'fault' : 'faults'}, ${breaches} breaches`,
    );
    recordFigures({ tried: all.join(', ') });
    await expectSharedSilence(pair);
    await pair.stop();
  }, 3_600_000);
});
