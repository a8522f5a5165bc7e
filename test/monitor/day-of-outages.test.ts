import { dehydrate, reportUsage } from '../../src/index.js';
import { expect, it } from 'vitest';
import type { Fleet } from '../../src/core/fleet/fleet.js';
import type { FleetSnapshot } from '../../src/core/fleet/fleet-snapshot.js';
import { hydrate } from '../../src/core/fleet/snapshot.js';
import { cadence } from '../../src/core/polling/cadence.js';
import type { AlertEvent } from '../../src/monitor/alerts/alert.js';
import type { Channel } from '../../src/monitor/channels/channel.js';
import type { Monitor } from '../../src/monitor/monitor.js';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createMemoryEngine, type MemoryEngine } from '../persistence/memory-engine.js';
import { recordFigures } from '../support/figures.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { createWorld, MINUTE, withoutHistory } from './monitored-world.js';

const HOURS = scaled({ short: 5, long: 24 });
const IDS = Array.from({ length: 8 }, (_, at) => `db-${at}`);

const rules: readonly Rule[] = [
  // Each breach is expected, also one that the end of an outage reveals.
  { name: 'suspended', kind: 'state', in: ['suspended'], unless: [] },
  { name: 'stuck', kind: 'transition', longerThanMs: 10 * MINUTE },
  { name: 'full', kind: 'limit', ratio: 0.9, clearRatio: 0.8, fields: ['db_max_clients'] },
  { name: 'old', kind: 'age', longerThanMs: 15 * MINUTE, unless: [] },
  // The rule about the polling suppresses it.
  { name: 'old-alone', kind: 'age', longerThanMs: 15 * MINUTE },
  { name: 'missing', kind: 'missing' },
  { name: 'polling', kind: 'polling', clearForMs: MINUTE },
];

/**
 * Hours in which the service fails, databases are suspended, usage climbs and falls, the channel fails, the disk is full,
 * the computer sleeps, and the monitor is killed. The expectations come from the answers and reports that were made.
 */
it(`${HOURS} h of outages on a virtual clock: no lost and no second alert for one breach`, async () => {
  const random = createSeededRandom(19);
  // Of its own, so that what happens to the fleet does not depend on how often the channel is called.
  const chance = createSeededRandom(17);
  const world = createWorld(IDS);
  const { clock } = world;
  /** The states that the service has answered, and the usage that was reported, without repetitions. */
  const answered = new Map(IDS.map((id): [string, string[]] => [id, []]));
  const delivered: AlertEvent[] = [];
  let isChannelDown = false;
  let kills = 0;
  let failedDeliveries = 0;
  let failedWrites = 0;

  const channel: Channel = {
    name: 'pager',
    async deliver({ event }) {
      await Promise.resolve();
      if (isChannelDown || chance() < 0.2) {
        failedDeliveries += 1;
        // The receiver may have got the event nevertheless.
        if (chance() < 0.5) delivered.push(event);
        throw new Error('the pager does not answer');
      }
      delivered.push(event);
    },
  };

  let engine: MemoryEngine = createMemoryEngine();
  let [fleet, monitor] = await start(undefined);

  /** @param kept what the store of a fleet keeps */
  async function start(kept: FleetSnapshot | undefined): Promise<[Fleet, Monitor]> {
    const opened = world.openFleet({
      // A modifying database would be polled every 2 s, which would take most of the time of this test.
      polling: { perSecond: 10_000, burst: 10_000, concurrency: 100, cadence: (of) => Math.max(10_000, cadence(of)) },
      fetch: async (url) => {
        if (world.failure !== undefined) return Response.json({ error: 'down' }, { status: world.failure });
        const [, id = ''] = /database\/([^?/]+)/.exec(url) ?? [];
        const record = world.databases.get(id) as { readonly state: string };
        const seen = answered.get(id) as string[];
        if (seen.at(-1) !== record.state) seen.push(record.state);
        return Response.json(record);
      },
    });
    opened.databases.add(IDS);
    if (kept !== undefined) hydrate(opened, kept);
    const made = world.openMonitor({ fleet: opened, rules, channels: [channel], state: engine }).monitor;
    await clock.advance(100);
    await made.ready;
    return [opened, made];
  }

  /** The memory of the process is lost. Its later work reaches neither the disk nor the channel. */
  async function kill(): Promise<void> {
    kills += 1;
    const values = new Map(engine.values);
    const count = delivered.length;
    const kept = dehydrate(fleet);
    fleet.dispose();
    await Promise.all([monitor.dispose({ drainMs: 0 }), clock.advance(2000)]);
    delivered.length = count;
    engine = createMemoryEngine(values);
    [fleet, monitor] = await start(kept);
  }

  const use = new Map(IDS.map((id) => [id, 0.5]));
  const expectedFull = new Map(IDS.map((id): [string, string[]] => [id, []]));
  function report(): void {
    for (const id of IDS) {
      const ratio = Math.min(1.2, Math.max(0.3, (use.get(id) ?? 0) + (random() - 0.48) * 0.12));
      use.set(id, ratio);
      reportUsage(fleet, 'database', id, { db_max_clients: Math.round(ratio * 10_000) });
      const told = expectedFull.get(id) as string[];
      const isFiring = told.length % 2 === 1;
      const used = Math.round(ratio * 10_000) / 10_000;
      if (!isFiring && used >= 0.9) told.push('fired');
      if (isFiring && used < 0.8) told.push('cleared');
    }
  }

  for (let minute = 0; minute < HOURS * 60; minute++) {
    // Each condition lasts for a while, and has its own chance to end.
    if (world.failure === undefined ? random() < 0.02 : random() < 0.06)
      world.failure =
        world.failure === undefined ? ([503, 500, 401, 429] as const)[Math.floor(random() * 4)] : undefined;
    if (random() < 0.05) isChannelDown = !isChannelDown;
    if (random() < 0.05) engine.failure = engine.failure === undefined ? 'full' : undefined;
    if (engine.failure !== undefined) failedWrites += 1;
    for (const id of IDS) {
      const { state, modifying_state } = world.databases.get(id) as Readonly<Record<string, string>>;
      if (state === 'active' ? random() < 0.01 : random() < 0.08)
        world.set(id, { state: state === 'active' ? 'suspended' : 'active' });
      if (modifying_state === '' ? random() < 0.002 : random() < 0.05)
        world.set(id, { modifying_state: modifying_state === '' ? 'updating' : '' });
    }
    report();
    await clock.advance(30_000);
    // A process that dies while its disk is full loses what it has not saved.
    if (monitor.status.value.storage === 'saved' && random() < 0.03) await kill();
    if (minute === HOURS * 30) clock.sleep(2 * 60 * MINUTE);
    await clock.advance(30_000);
  }

  // The service and the channel work again, and every breach ends.
  world.failure = undefined;
  engine.failure = undefined;
  isChannelDown = false;
  for (const id of IDS) {
    world.set(id, { state: 'active', modifying_state: '' });
    use.set(id, 0.3);
  }
  report();
  await clock.advance(60 * MINUTE);

  const byKey = new Map<string, AlertEvent[]>();
  for (const event of new Map(delivered.map((each) => [each.idempotencyKey, each])).values())
    byKey.set(event.alert.key, [...(byKey.get(event.alert.key) ?? []), event]);
  const toldOf = (key: string): string[] => (byKey.get(key) ?? []).map(({ kind }) => kind);

  for (const events of byKey.values()) {
    expect(events.map(({ kind }) => kind)).toEqual(events.map((_, at) => (at % 2 === 0 ? 'fired' : 'cleared')));
    expect(events.length % 2).toBe(0);
    for (const [at, { kind, alert }] of events.entries())
      if (kind === 'cleared') expect(alert.startedAt).toBe(events[at - 1]?.alert.startedAt);
  }
  for (const id of IDS) {
    const states = answered.get(id) as string[];
    const changes = states[0] === 'active' ? states.slice(1) : states;
    expect([id, ...toldOf(`suspended/database/${id}`)]).toEqual([
      id,
      ...changes.map((state) => (state === 'suspended' ? 'fired' : 'cleared')),
    ]);
    expect([id, ...toldOf(`full/database/db_max_clients/${id}`)]).toEqual([id, ...(expectedFull.get(id) as string[])]);
  }
  expect(monitor.alerts.value).toEqual([]);
  expect([...withoutHistory(engine.values).keys()]).toEqual([]);
  expect(monitor.status.value.channels).toMatchObject([{ queued: 0, dropped: 0 }]);
  const counts = Object.fromEntries(
    rules.map(({ name }) => [
      name,
      [...byKey].filter(([key]) => key.startsWith(`${name}/`)).flatMap(([, all]) => all).length,
    ]),
  );
  recordFigures({
    tried: `${HOURS} h, ${kills} restarts, ${failedDeliveries} failed deliveries, ${delivered.length} events`,
  });
  // Otherwise the hours were too quiet to prove anything.
  for (const name of ['suspended', 'stuck', 'full', 'old', 'polling']) expect(counts[name]).toBeGreaterThan(HOURS / 6);
  expect(counts['old-alone']).toBeLessThan(counts['old'] ?? 0);
  expect(Math.min(kills, failedDeliveries, failedWrites)).toBeGreaterThan(HOURS / 3);
  fleet.dispose();
  await Promise.all([monitor.dispose(), clock.advance(5000)]);
  expect(clock.pending).toBe(0);
}, 480_000);
