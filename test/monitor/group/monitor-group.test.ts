import { reportUsage } from '../../../src/index.js';
import { describe, expect, it, vi } from 'vitest';
import type { Channel } from '../../../src/monitor/channels/channel.js';
import type { Digest } from '../../../src/monitor/channels/digest.js';
import { parseMetrics } from '../../support/parse-metrics.js';
import { readAll } from '../metrics/scraped-monitor.js';
import { suspended } from '../monitored-world.js';
import { createMachines, openPair, type Machine, type MachineOptions } from './machines.js';

const KEY = 'suspended/database/db-1';
const TOLD = [`fired 1 ${KEY}`, `cleared 1 ${KEY}`];

const deliverers = (...machines: Machine[]): string[] =>
  machines.filter((machine) => machine.delivers()).map(({ name }) => name);

const queuedAt = ({ monitor }: Machine): number | undefined => monitor.status.value.channels[0]?.queued;

describe('monitors in a group', () => {
  it('raise each event under one key, one of them delivers it once, and their messages have no secret', async () => {
    const { machines, first, second } = await openPair();
    const secrets = { password: 'CANARY-password', rest_token: 'CANARY-token', read_only_rest_token: 'CANARY-read' };
    machines.world.set('db-1', secrets);
    expect(deliverers(first, second)).toEqual(['first']);
    await machines.setState('suspended');
    expect(first.monitor.alerts.value).toHaveLength(1);
    expect(second.monitor.alerts.value).toHaveLength(1);
    await machines.setState('active');
    await machines.setState('suspended');
    expect(machines.told()).toEqual([...TOLD, `fired 2 ${KEY}`]);
    expect(machines.arrivals.map(({ from }) => from)).toEqual(['first', 'first', 'first']);
    const kinds = ['fired 1', 'cleared 1', 'fired 2'];
    for (const machine of [first, second]) {
      expect(machine.events.map(({ kind, breach }) => `${kind} ${breach}`)).toEqual(kinds);
      expect(queuedAt(machine)).toBe(0);
      const told = machine.monitor.history().map((record) => record.told);
      expect(told).toMatchObject([[{ channel: 'pager' }], [{ channel: 'pager' }]]);
    }
    const messages = machines.messages.join('\n');
    expect(messages).toContain(KEY);
    expect(messages).not.toMatch(/CANARY|demo/);
  });

  it('of two accounts exchange nothing if both have one scope by mistake, and the second monitor says why', async () => {
    const { machines, first, second } = await openPair({}, { username: 'somebody-else@example.com' });
    expect(first.monitor.status.value.group).toEqual({ state: 'sharing', delivers: true, members: 1 });
    expect(second.monitor.status.value.group).toEqual({
      state: 'alone',
      delivers: true,
      members: 1,
      message: 'The scope belongs to members of another service or account. Nothing is exchanged with them.',
    });
    expect(second.logged).toContain('group-unreachable');
    await machines.setState('suspended');
    expect(machines.messages).toEqual([]);
    expect(machines.arrivals.map(({ from }) => from).toSorted()).toEqual(['first', 'second']);
  });

  it('give an event the same key while their clocks differ by minutes, and adopted alerts times of their own', async () => {
    const { machines, first, second } = await openPair({}, { clockMs: 240_000 });
    await machines.setState('suspended');
    first.kill();
    await machines.world.clock.advance(5000);
    await machines.setState('active');
    expect(machines.told()).toEqual(TOLD);
    const [cleared] = second.events.slice(-1);
    expect(cleared?.durationMs).toBeGreaterThan(3000);
    expect(cleared?.durationMs).toBeLessThan(20_000);
  });

  it.each([
    ['an event', ['db-1'], false],
    ['an event that it alone has raised, because the others do not know the id', [], false],
    ['an event of a channel that it no longer has', ['db-1'], true],
  ])('deliver %s when the delivering monitor is killed before it delivers', async (_, ids, isChannelGone) => {
    const { machines, first, second } = await openPair({}, { ids });
    machines.isReceiverDown = true;
    await machines.setState('suspended');
    if (isChannelGone) {
      first.monitor.setChannels([]);
      await machines.world.clock.advance(1000);
      expect(queuedAt(second)).toBe(1);
    }
    first.kill();
    machines.isReceiverDown = false;
    await machines.world.clock.advance(5000);
    expect(deliverers(second)).toEqual(['second']);
    expect(machines.told()).toEqual(TOLD.slice(0, 1));
    expect(machines.arrivals.map(({ from }) => from)).toEqual(['second']);
    second.fleet.databases.add(['db-1']);
    await machines.world.clock.advance(10_000);
    await machines.setState('active');
    expect(machines.told()).toEqual(TOLD);
  });

  it('deliver alone after 30 s without a connection, under the same keys, and agree again later', async () => {
    const { machines, first, second } = await openPair();
    machines.engine.stop();
    await machines.setState('suspended', 25_000);
    expect(machines.arrivals).toEqual([]);
    await machines.world.clock.advance(10_000);
    expect(machines.arrivals.map(({ from }) => from).toSorted()).toEqual(['first', 'second']);
    expect(machines.told()).toEqual(TOLD.slice(0, 1));
    machines.engine.start();
    await machines.world.clock.advance(5000);
    expect(deliverers(first, second)).toHaveLength(1);
    await machines.setState('active');
    expect(machines.told()).toEqual(TOLD);
    expect(machines.arrivals).toHaveLength(3);
  });

  it('clear an alert after all were down at its end, and number the next breach', async () => {
    const { machines, first, second } = await openPair();
    await machines.setState('suspended');
    first.kill();
    second.kill();
    machines.world.set('db-1', { state: 'active' });
    await machines.world.clock.advance(60_000);
    await machines.start('first again', { kept: first.kept });
    await machines.start('second again', { kept: second.kept });
    await machines.world.clock.advance(20_000);
    expect(machines.told()).toEqual(TOLD);
    await machines.setState('suspended');
    expect(machines.told()).toEqual([...TOLD, `fired 2 ${KEY}`]);
  });

  it('use other keys when all of them have lost their state', async () => {
    const machines = createMachines();
    const first = await machines.start('first');
    await machines.world.clock.advance(3000);
    await machines.setState('suspended');
    first.kill();
    await machines.world.clock.advance(5000);
    await machines.start('without state', { kept: new Map(), random: () => 0.7 });
    await machines.world.clock.advance(10_000);
    const keys = machines.arrivals.map(({ event }) => event.idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  it('notice that their computer slept: they may have missed messages', async () => {
    const machines = createMachines();
    const join = vi.spyOn(machines.engine, 'join');
    await machines.start('first');
    const monotonic = (): number | undefined => join.mock.calls[0]?.[0].clock.monotonic();
    expect(monotonic()).toBe(0);
    machines.world.clock.sleep(60_000);
    expect(monotonic()).toBe(60_000);
  });

  const stopped = [{ name: 'stopped', kind: 'polling', forMs: 1000 } as const];
  const refused = { rules: stopped, isRefused: true, isShared: false };

  it('keep an alert of the polling of one machine, and send it again and again, until that machine is gone', async () => {
    /** The kind, the breach and the alert of each event, by its key: each key once. */
    const told = new Map<string, string>();
    const repeated: string[] = [];
    const channel: Channel = {
      name: 'pager',
      deliver: ({ event: { idempotencyKey, kind, breach, alert } }) =>
        void told.set(idempotencyKey, `${kind} ${breach} ${alert.key}`),
      repeat: (alerts) => void repeated.push(...alerts.map(({ key }) => key)),
      repeatMs: 10_000,
    };
    const { machines, first, second } = await openPair({ rules: stopped, channels: [channel] }, refused);
    const { clock } = machines.world;
    await clock.advance(60_000);
    expect(first.monitor.alerts.value).toEqual([]);
    expect([...told.values()]).toEqual(['fired 1 stopped/fleet/']);
    expect(repeated.length).toBeGreaterThanOrEqual(5);
    expect(new Set(repeated)).toEqual(new Set(['stopped/fleet/']));
    second.kill();
    await clock.advance(30_000);
    expect([...told.values()]).toEqual(['fired 1 stopped/fleet/', 'cleared 1 stopped/fleet/']);
    repeated.length = 0;
    await clock.advance(60_000);
    expect(repeated).toEqual([]);
  });

  it('send an alert again and again whose rule the delivering one lacks, to the channels of the rule', async () => {
    const repeated: string[] = [];
    const channels = ['pager', 'mail'].map((name): Channel => {
      const repeat: NonNullable<Channel['repeat']> = (alerts) =>
        void repeated.push(...alerts.map(({ key }) => `${name} ${key}`));
      return { name, deliver: () => {}, repeat, repeatMs: 10_000 };
    });
    const rules = [{ ...suspended, channels: ['pager'] }];
    const { machines, first } = await openPair({ rules: [], channels }, { rules, channels });
    await machines.setState('suspended', 60_000);
    expect(first.delivers()).toBe(true);
    expect(repeated.length).toBeGreaterThanOrEqual(4);
    expect(new Set(repeated)).toEqual(new Set([`pager ${KEY}`]));
  });

  it('tell of a channel that fails while they deliver, and not after another one has taken over', async () => {
    const { machines, first, second } = await openPair();
    const { clock } = machines.world;
    const reasons = ['Alerts wait for the channel pager, which fails. The log has the reason.'];
    machines.isReceiverDown = true;
    machines.engine.stop();
    await machines.setState('suspended', 180_000);
    for (const { monitor } of [first, second]) expect(monitor.health().unready).toEqual(reasons);
    machines.engine.start();
    await clock.advance(20_000);
    expect(deliverers(first, second)).toHaveLength(1);
    for (const { monitor, delivers } of [first, second])
      expect(monitor.health().unready).toEqual(delivers() ? reasons : []);
    const texts = await Promise.all([first, second].map(({ monitor }) => readAll(monitor.metrics)));
    expect(texts.filter((text) => text.includes('fleetglass_delivery_failures{'))).toHaveLength(1);
  });

  it('keep an alert that one machine raised by a newer reading', async () => {
    const rules = [{ name: 'full', kind: 'limit', ratio: 0.9, clearRatio: 0.8 } as const];
    const { machines, first, second } = await openPair({ rules });
    reportUsage(second.fleet, 'database', 'db-1', { db_max_clients: 1 });
    await machines.world.clock.advance(2000);
    reportUsage(first.fleet, 'database', 'db-1', { db_max_clients: 1_000_000 });
    await machines.world.clock.advance(30_000);
    expect(machines.told()).toEqual(['fired 1 full/database/db_max_clients/db-1']);
    expect(second.monitor.alerts.value).toHaveLength(1);
    reportUsage(second.fleet, 'database', 'db-1', { db_max_clients: 1 });
    await machines.world.clock.advance(5000);
    expect(machines.told()).toHaveLength(2);
  });

  it.each<[string, { readonly first?: 0 | 1; readonly isRedisAway?: true; readonly restarts?: 0 | 1 }]>([
    ['the one that delivers gets first', {}],
    ['the one that does not deliver gets first', { first: 1 }],
    ['only one of them has when Redis is away for 20 s', { isRedisAway: true }],
    ['only one of them has when it restarts', { restarts: 0 }],
    ['only one of them has when the other one restarts', { restarts: 1 }],
  ])('fire an alert once by a changed rule, which %s', async (_, { first: at = 0, isRedisAway, restarts }) => {
    const changed = { ...suspended, in: ['suspended', 'deleted'] };
    const { machines, first, second } = await openPair();
    const both = at === 0 ? [first, second] : [second, first];
    await machines.setState('suspended');
    both[0]?.monitor.setRules([changed]);
    await machines.world.clock.advance(10_000);
    if (isRedisAway === true) {
      machines.engine.stop();
      await machines.world.clock.advance(20_000);
      machines.engine.start();
    }
    const gone = both[restarts ?? -1];
    if (restarts !== undefined && gone !== undefined) {
      gone.kill();
      await machines.world.clock.advance(3000);
      const rules = [gone === first ? changed : suspended];
      both[restarts] = await machines.start('again', { kept: gone.kept, rules });
    }
    await machines.world.clock.advance(30_000);
    both[1]?.monitor.setRules([changed]);
    await machines.world.clock.advance(30_000);
    expect(machines.told()).toEqual([...TOLD, `fired 2 ${KEY}`]);
    await machines.setState('active', 20_000);
    expect(machines.told()).toEqual([...TOLD, `fired 2 ${KEY}`, `cleared 2 ${KEY}`]);
  });

  it('clear an alert of a changed rule that one of them never gets', async () => {
    const { machines, first, second } = await openPair();
    await machines.setState('suspended');
    first.monitor.setRules([{ ...suspended, in: ['suspended', 'deleted'] }]);
    await machines.world.clock.advance(10_000);
    first.kill();
    await machines.world.clock.advance(30_000);
    expect(second.monitor.alerts.value).toHaveLength(1);
    await machines.setState('active', 10_000);
    expect(machines.told().at(-1)).toBe(`cleared 2 ${KEY}`);
  });

  it('ignore messages of a foreign program, and a breach with a number that no alert can have', async () => {
    const { machines, first, second } = await openPair();
    const breaches = { kind: 'breaches', series: 'x', floor: 0, now: 0 };
    const withoutResource = { key: KEY, rule: 'x', startedAt: 0 };
    const event = { idempotencyKey: 'x', kind: 'fired', at: 0, breach: 1, alert: withoutResource };
    const events = { kind: 'events', events: [1, {}, { event }] };
    for (const message of [null, 1, {}, events, { ...breaches, breaches: [{}, null] }])
      for (const { id } of [first, second]) machines.engine.inject(id, message);
    await machines.setState('suspended');
    expect(machines.told()).toEqual(TOLD.slice(0, 1));
    const breach = { number: Number.MAX_SAFE_INTEGER, isFiring: true };
    const poisoned = { ...breaches, floor: breach.number, breaches: [{ key: KEY, breach }] };
    for (const { id } of [first, second]) machines.engine.inject(id, poisoned);
    await machines.setState('active');
    expect(machines.told()).toEqual(TOLD);
    await machines.setState('suspended');
    expect(machines.told()).toEqual([...TOLD, `fired 2 ${KEY}`]);
  });

  it('deliver the events of one alert in the order of their breaches', async () => {
    const { machines, first, second } = await openPair({ isShared: false });
    machines.isReceiverDown = true;
    machines.engine.cut(second.id);
    // The second one misses the breaches in between.
    await machines.setState('suspended');
    second.pause();
    await machines.setState('active');
    await machines.setState('suspended');
    second.resume();
    await machines.world.clock.advance(100);
    machines.isReceiverDown = false;
    first.kill();
    await machines.world.clock.advance(120_000);
    await machines.setState('active', 20_000);
    expect(machines.told()).toEqual([...TOLD, `fired 2 ${KEY}`, `cleared 2 ${KEY}`]);
  });

  it.each<[string, states: ('suspended' | 'active')[], told: string[]]>([
    ['a later one is delivered', ['active', 'suspended'], [...TOLD, `fired 2 ${KEY}`]],
    ['its alert is over', ['active'], TOLD],
    ['the others have delivered it, and have restarted since', ['suspended'], TOLD.slice(0, 1)],
  ])('do not deliver an event of a monitor that was cut off when %s', async (_, states, told) => {
    const { machines, first, second } = await openPair();
    const third = await machines.start('third');
    await machines.world.clock.advance(3000);
    machines.isReceiverDown = true;
    await machines.setState('suspended');
    third.pause();
    machines.isReceiverDown = false;
    for (const state of states) await machines.setState(state, 10_000);
    expect(machines.told()).toEqual(told);
    // After a restart, the others do not know which events were delivered.
    for (const { name, kept, kill } of [first, second]) {
      kill();
      await machines.start(name, { kept });
    }
    await machines.world.clock.advance(3000);
    expect(queuedAt(third)).toBe(1);
    third.resume();
    await machines.world.clock.advance(20_000);
    expect(machines.arrivals.map(({ event: { kind, breach } }) => `${kind} ${breach} ${KEY}`)).toEqual(told);
    expect(queuedAt(third)).toBe(0);
  });

  it('deliver an event once that only one of them could deliver while they were apart', async () => {
    const sent: string[] = [];
    const retryAfterMs = 50_000;
    let failedMs = 0;
    const reaching = (name: string, deliver: () => void): MachineOptions => ({
      channels: [{ name: 'pager', deliver: () => (sent.push(name), deliver()) }],
    });
    const fail = (): void => {
      failedMs = clock.monotonic();
      throw Object.assign(new Error('unreachable'), { retryAfterMs });
    };
    const { machines, first } = await openPair(
      reaching('first', fail),
      reaching('second', () => {}),
    );
    const { clock } = machines.world;
    machines.engine.stop();
    await machines.setState('suspended', 40_000);
    expect(sent.toSorted()).toEqual(['first', 'second']);
    // The connection is back when the next attempt is due.
    await clock.advance(failedMs + retryAfterMs - clock.monotonic() - 2);
    machines.engine.start();
    await clock.advance(120_000);
    expect(sent).toHaveLength(2);
    expect(queuedAt(first)).toBe(0);
  });

  it.each([
    ['starts again, before the end of the alert', false, false, ['fired', 'cleared']],
    ['has left the group, before the end of the alert', true, false, ['fired', 'cleared']],
    ['has left the group and holds the event, never if the alert has ended', true, true, []],
  ])('deliver an event of a killed monitor that %s', async (_, hasLeft, isHeld, expected) => {
    const { machines, first, second } = await openPair({ isShared: false });
    machines.isReceiverDown = true;
    if (isHeld) await first.monitor.addSilence({ forMs: 600_000, comment: 'work' });
    await machines.setState('suspended');
    for (const { kill } of [first, second]) kill();
    machines.world.set('db-1', { state: 'active' });
    const { kept } = hasLeft ? first : second;
    const again = await machines.start('again', { kept, isShared: false, ...(hasLeft && { group: undefined }) });
    await machines.world.clock.advance(5000);
    machines.isReceiverDown = false;
    await machines.world.clock.advance(120_000);
    expect(machines.arrivals.map(({ event: { kind } }) => kind)).toEqual(expected);
    expect(queuedAt(again)).toBe(0);
  });

  it('number the breaches of a monitor that has left the group and joins again under new keys', async () => {
    const machines = createMachines();
    const options = { kept: new Map<string, string>(), isShared: false };
    const first = await machines.start('first', options);
    await machines.setState('suspended');
    first.kill();
    const alone = await machines.start('alone', { ...options, group: undefined });
    await machines.setState('active');
    const disposed = alone.monitor.dispose();
    await machines.world.clock.advance(5000);
    await disposed;
    const again = await machines.start('again', options);
    await machines.setState('suspended');
    expect(again.events.map(({ kind }) => kind)).toEqual(['fired']);
    expect(machines.arrivals.map(({ from, event }) => `${from}: ${event.kind}`)).toEqual([
      'first: fired',
      'alone: cleared',
      'again: fired',
    ]);
    expect(new Set(machines.arrivals.map(({ event }) => event.idempotencyKey)).size).toBe(3);
  });

  it('deliver an event once whose delivery outlasts a cut of all connections', async () => {
    const sent: string[] = [];
    const slow = (name: string): MachineOptions => {
      const deliver: Channel['deliver'] = ({ event: { kind } }) => {
        sent.push(`${name}: ${kind}`);
        return new Promise((resolve) => void clock.schedule(resolve, 3000));
      };
      return { channels: [{ name: 'pager', deliver }] };
    };
    const { machines, second } = await openPair(slow('first'), slow('second'));
    const { clock } = machines.world;
    await machines.setState('suspended', 2500);
    machines.engine.stop();
    await clock.advance(4000);
    machines.engine.start();
    await clock.advance(30_000);
    expect(sent).toEqual(['first: fired']);
    expect(queuedAt(second)).toBe(0);
  });

  it('send a deferred e-mail again only to those who lack it, also from a monitor that has joined since', async () => {
    const sent: string[] = [];
    const mail = (name: string): MachineOptions => {
      const deliver: Channel['deliver'] = async (_delivery, { recipientsLeft = ['a', 'b'] }) => {
        sent.push(`${name}: ${recipientsLeft.join(' ')}`);
        if (name === 'first') throw Object.assign(new Error('full'), { recipientsLeft: ['b'] });
      };
      return { channels: [{ name: 'mail', deliver }] };
    };
    const { machines, first, second } = await openPair(mail('first'), mail('second'));
    await machines.setState('suspended');
    await machines.start('late', mail('late'));
    await machines.world.clock.advance(20_000);
    for (const { kill } of [second, first]) kill();
    await machines.world.clock.advance(5000);
    // Each attempt notifies the others.
    expect(sent.filter((each) => each !== 'first: b')).toEqual(['first: a b', 'late: b']);
  });

  it('send one digest of a storm, and the rest when the delivering monitor dies before', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `db-${at}`);
    const digests: string[] = [];
    const grouped = (name: string): MachineOptions => {
      const told = ({ events }: Digest): void => void digests.push(`${name}: ${events.length} ${events[0]?.kind}`);
      return { channels: [{ name: 'pager', group: {}, deliver: () => {}, deliverDigest: told }] };
    };
    const { machines, first, second } = await openPair(grouped('first'), grouped('second'), ids);
    const { clock } = machines.world;
    for (const id of ids) machines.world.set(id, { state: 'suspended' });
    await clock.advance(60_000);
    expect(digests).toEqual(['first: 20 fired']);
    expect([queuedAt(first), queuedAt(second)]).toEqual([0, 0]);
    for (const id of ids) machines.world.set(id, { state: 'active' });
    // The first one is in the middle of its window.
    await clock.advance(5000);
    first.kill();
    await clock.advance(60_000);
    expect(digests).toEqual(['first: 20 fired', 'second: 20 cleared']);
    expect(queuedAt(second)).toBe(0);
  });

  it('export what all know once, and what each does by itself, and leave the group when they are disposed of', async () => {
    const { machines, first, second } = await openPair();
    await machines.setState('suspended');
    const texts = await Promise.all([first, second].map(({ monitor }) => readAll(monitor.metrics)));
    const sumOf = (name: string): number[] =>
      texts.flatMap((text) => {
        const series = parseMetrics(text).series.filter((each) => each.name === name);
        return series.length === 0 ? [] : [series.reduce((sum, { value }) => sum + value, 0)];
      });
    for (const shared of ['alerts', 'alert_active', 'known_databases', 'resources', 'resource_info', 'resource_state'])
      expect(sumOf(`fleetglass_${shared}`), shared).toEqual([1]);
    expect(sumOf('fleetglass_monitor_delivers')).toEqual([1, 0]);
    expect(sumOf('fleetglass_alert_events_total')).toEqual([1, 0]);
    expect(sumOf('fleetglass_transitions_total')).toEqual([1, 0]);
    expect(sumOf('fleetglass_delivery_attempts_total')).toEqual([1, 0]);
    const [polled = 0, other = 0] = sumOf('fleetglass_requests_total');
    expect(Math.min(polled, other)).toBe(0);
    expect(polled + other).toBeGreaterThan(3);
    const disposed = first.monitor.dispose();
    await machines.world.clock.advance(500);
    await disposed;
    expect(deliverers(second)).toEqual(['second']);
    expect(machines.engine.ids).toEqual([second.id]);
  });
});
