import { describe, expect, inject, test } from 'vitest';
import type { AlertList, DigestBody, ListedSilence } from '../../src/monitor/index.js';
import { useFleetglass } from '../apps/cli/command.js';
import { startWatchPair, type WatchPair } from '../apps/watch/watch-pair.js';
import { recordFigures } from '../support/figures.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';

/*
 * Two `fleetglass watch` with one Redis. Breaches begin and end at random moments while the one that delivers is killed or
 * stopped for 10 s, and Redis is killed, comes back empty, or stands still. Then the same programs prove that silences and
 * windows hold alerts at both, and that a storm is one digest.
 */

const ROUNDS = scaled({ short: 5, long: 40 });
const DATABASES = 6;
const fleetglass = useFleetglass();
const random = createSeededRandom(16);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Fault = (pair: WatchPair) => Promise<void>;

const faults: Readonly<Record<string, Fault>> = {
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
const both = [0, 1] as const;

/** The state of each alert of a database in the list of a process. */
async function statesAt(pair: WatchPair, at: number, id: string): Promise<unknown[]> {
  const { alerts } = (await pair.ask(at, 'alerts')) as AlertList;
  return alerts.filter((alert) => alert.id === id).map(({ state, quiet }) => [state, quiet?.kind]);
}

/** Suspends a database while it is quiet. Both list its alert as silenced, and no message comes. */
async function suspendQuietly(pair: WatchPair, id: string, kind: string): Promise<void> {
  await pair.setSuspended(id, true);
  for (const at of both) await expect.poll(() => statesAt(pair, at, id), WAIT).toEqual([['silenced', kind]]);
}

/** A silence that is added at one holds an alert at both, until it is ended at the other one. */
async function proveSilence(pair: WatchPair): Promise<void> {
  const [id = ''] = pair.ids;
  const { length } = pair.arrivals;
  const added = await pair.ask(0, 'silence', 'add', '--for', '1h', '--comment', 'known', '--id', id);
  const { silence } = added as { silence: ListedSilence };
  for (const at of both)
    await expect.poll(() => pair.ask(at, 'silence', 'list'), WAIT).toMatchObject({ silences: [{ id: silence.id }] });
  await suspendQuietly(pair, id, 'silence');
  expect(pair.arrivals.length).toBe(length);
  await pair.ask(1, 'silence', 'end', silence.id);
  await pair.settled();
  expect(pair.arrivals.slice(length)).toMatchObject([{ type: 'alert.fired', alert: { id } }]);
}

async function proveWindow(pair: WatchPair): Promise<void> {
  const [, id = ''] = pair.ids;
  const { length } = pair.arrivals;
  // It begins each minute, and so is always open.
  const window = `maintenance: [{ name: always, cron: '* * * * *', timezone: UTC, duration: 1m, ids: ["${id}"] }]`;
  await configure(pair, window);
  await suspendQuietly(pair, id, 'maintenance');
  expect(pair.arrivals.length).toBe(length);
  await configure(pair, '');
  await pair.settled();
  expect(pair.arrivals.slice(length)).toMatchObject([{ type: 'alert.fired', alert: { id } }]);
}

/** Both raise the alerts, and one sends a digest, also when the one that delivers is killed while it collects the events. */
async function proveDigests(pair: WatchPair): Promise<void> {
  const [, , ...others] = pair.ids;
  await configure(pair, '', ', group: { wait: 3s, max: 1 }');
  const { length } = pair.arrivals;
  const digests = (): unknown[] => pair.arrivals.slice(length).map(({ type, ...facts }) => [type, eventsOf(facts)]);
  for (const id of others) await pair.setSuspended(id, true);
  const fired = ['alert.digest', others.map((id) => `alert.fired ${id}`).toSorted()];
  await expect.poll(digests, WAIT).toEqual([fired]);
  for (const at of both) for (const id of others) expect(await statesAt(pair, at, id)).toEqual([['firing', undefined]]);
  const deliverer = await pair.deliverer();
  for (const id of pair.ids) await pair.setSuspended(id, false);
  await expect.poll(() => pair.ask(deliverer, 'alerts'), WAIT).toMatchObject({ alerts: [] });
  pair.signal(deliverer, 'SIGKILL');
  const cleared = ['alert.digest', pair.ids.map((id) => `alert.cleared ${id}`).toSorted()];
  await expect.poll(digests, WAIT).toEqual([fired, cleared]);
  await pair.start(deliverer);
  await pair.deliverer();
  // A second digest would come after the time in which both collect events.
  await sleep(8000);
  expect(digests()).toEqual([fired, cleared]);
}

function eventsOf(body: object): readonly string[] {
  const { events = [] } = body as Partial<DigestBody>;
  return events.map(({ type, alert }) => `${type} ${alert.id}`).toSorted();
}

/** Changes the configurations, and waits until both are in use. */
async function configure(pair: WatchPair, sections: string, channel?: string): Promise<void> {
  const reloads = (): number => pair.output().split('"config-reloaded"').length;
  const before = reloads();
  for (const at of both) await pair.write(at, sections, channel);
  await expect.poll(reloads, WAIT).toBe(before + both.length);
}

describe.runIf(inject('hasRedisServer'))('two fleetglass watch under faults', () => {
  test(`tell each breach under one key over ${ROUNDS} faults`, async () => {
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
    // An event under a second key would come late.
    await sleep(10_000);
    const { fired, cleared, breaches, ended } = pair.counts();
    expect({ fired, cleared }).toEqual({ fired: breaches, cleared: ended });
    const all = Object.entries(totals).map(
      ([name, { faults, breaches }]) => `${name}: ${faults} ${faults === 1 ? 'fault' : 'faults'}, ${breaches} breaches`,
    );
    recordFigures({ tried: all.join(', ') });
    await proveSilence(pair);
    await proveWindow(pair);
    await proveDigests(pair);
    await pair.stop();
  }, 3_600_000);
});
