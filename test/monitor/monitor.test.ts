import { reportUsage, dehydrate, activityOf } from '../../src/index.js';
import { describe, expect, it } from 'vitest';
import { hydrate } from '../../src/core/fleet/snapshot.js';
import type { Channel } from '../../src/monitor/channels/channel.js';
import type { Monitor } from '../../src/monitor/monitor.js';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../persistence/memory-engine.js';
import { createStore } from '../../src/persistence/store.js';
import { createGate } from '../support/gate.js';
import { createLateClock } from '../support/late-clock.js';
import {
  createWorld,
  MINUTE,
  noting,
  openKept,
  openMonitored as open,
  suspended,
  withoutHistory,
} from './monitored-world.js';

describe('createMonitor', () => {
  it('raises an alert once per breach, and tells when it ended', async () => {
    const world = createWorld(['a', 'b']);
    const channel = noting('pager');
    const { monitor, events } = await open(world, { rules: [suspended], channels: [channel] });
    await world.clock.advance(2 * MINUTE);
    expect(events).toEqual([]);
    await world.change('a', { state: 'suspended' }, 10 * MINUTE);
    expect(events).toMatchObject([
      {
        kind: 'fired',
        alert: { key: 'suspended/database/a', rule: 'suspended', id: 'a', name: 'name of a', state: 'firing' },
      },
    ]);
    expect(monitor.alerts.value).toEqual([events[0]?.alert]);
    await world.change('a', { state: 'active' }, 5 * MINUTE);
    expect(events[1]).toMatchObject({ kind: 'cleared', reason: 'condition', alert: { id: 'a' } });
    expect(events[1]?.durationMs).toBe((events[1]?.at ?? 0) - (events[0]?.at ?? 0));
    expect(monitor.alerts.value).toEqual([]);
    expect(channel.delivered).toEqual(events);
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('delivers alerts while its disk is full, and keeps nothing of those that are over', async () => {
    const world = createWorld(['a']);
    const state = createMemoryEngine();
    const channel = noting('pager');
    await open(world, { rules: [suspended], state, channels: [channel] });
    state.failure = 'full';
    for (let flap = 0; flap < 20; flap++) {
      await world.change('a', { state: flap % 2 === 0 ? 'suspended' : 'active' }, 5 * MINUTE);
    }
    expect(channel.delivered).toHaveLength(20);
    state.failure = undefined;
    await world.clock.advance(5 * MINUTE);
    expect(state.batches.flat().filter(({ key }) => key.startsWith('delivery/'))).toEqual([]);
  });

  it('keeps alerts over a restart with a state, and raises none again', async () => {
    const world = createWorld(['a'], { state: 'suspended' });
    const first = await openKept(world, { rules: [suspended] });
    await world.clock.advance(5 * MINUTE);
    expect(first.told()).toEqual(['fired suspended/database/a']);
    const second = await first.restart();
    expect(second.monitor.alerts.value).toEqual(first.monitor.alerts.value);
    await world.clock.advance(5 * MINUTE);
    await world.change('a', { state: 'active' }, 5 * MINUTE);
    expect(second.told()).toEqual(['cleared suspended/database/a']);
    expect(withoutHistory(first.values)).toEqual(new Map());
  });

  it('refuses a state that another monitor uses, until that monitor has ended', async () => {
    const world = createWorld(['a']);
    const state = createMemoryEngine();
    const { monitor } = await open(world, { rules: [suspended], state });
    const openAnother = (): Monitor => world.openMonitor({ fleet: world.openFleet(), state }).monitor;
    expect(openAnother).toThrow(expect.objectContaining({ code: 'in-use' }));
    await Promise.all([monitor.dispose(), world.clock.advance(10_000)]);
    await Promise.all([openAnother().dispose(), world.clock.advance(10_000)]);
  });

  it.each([
    ['an outage', ['a', 'b', 'c'], 503],
    ['a refused account that watches only vector indices', [], 401],
  ])('keeps the alert of %s over a restart, until the service has answered', async (_, ids, failure) => {
    const world = createWorld(ids);
    world.failure = failure;
    const first = await openKept(world, { rules: [{ name: 'stopped', kind: 'polling' }] });
    const watch = ({ fleet }: typeof first): void => {
      if (ids.length === 0) fleet.indices.track();
    };
    watch(first);
    await world.clock.advance(5 * MINUTE);
    expect(first.told()).toEqual(['fired stopped/fleet/']);
    const second = await first.restart();
    await world.clock.advance(5000);
    watch(second);
    await world.clock.advance(5 * MINUTE);
    expect(second.told()).toEqual([]);
    world.failure = undefined;
    const third = await second.restart();
    watch(third);
    await world.clock.advance(MINUTE);
    expect(third.told()).toEqual(['cleared stopped/fleet/']);
  });

  it('clears the kept alert of an outage after ten minutes if it has nothing to watch any more', async () => {
    const world = createWorld(['a']);
    world.failure = 401;
    const first = await openKept(world, { rules: [{ name: 'stopped', kind: 'polling' }] });
    await world.clock.advance(5 * MINUTE);
    world.databases.clear();
    const second = await first.restart();
    await world.clock.advance(9 * MINUTE);
    expect(second.told()).toEqual([]);
    await world.clock.advance(2 * MINUTE);
    expect(second.told()).toEqual(['cleared stopped/fleet/']);
  });

  it('raises an alert for a value that stays for too long, counted over a restart', async () => {
    const world = createWorld(['a']);
    const rules: Rule[] = [{ name: 'stuck', kind: 'transition', longerThanMs: 30 * MINUTE }];
    const first = await openKept(world, { rules });
    await world.clock.advance(5 * MINUTE);
    world.set('a', { modifying_state: 'updating' });
    const changedAt = world.clock.now();
    await world.clock.advance(15 * MINUTE);
    const pending = { state: 'pending', key: 'stuck/database/a', summary: 'modifying_state is updating.' };
    expect(first.monitor.alerts.value).toMatchObject([pending]);
    const second = await first.restart();
    await world.clock.advance(10 * MINUTE);
    // The record changes, the value stays.
    await world.change('a', { budget: 7 }, 10 * MINUTE);
    expect(second.told()).toEqual(['fired stuck/database/a']);
    expect((second.events[0]?.at ?? 0) - changedAt).toBeLessThan(33 * MINUTE);
    expect(second.events[0]?.alert.summary).toBe('modifying_state has been updating for more than 30 min.');
    await world.change('a', { modifying_state: 'creating' }, 3 * MINUTE);
    expect(second.told()).toEqual(['fired stuck/database/a', 'cleared stuck/database/a']);
    expect(second.monitor.alerts.value).toMatchObject([{ state: 'pending' }]);
    await world.clock.advance(40 * MINUTE);
    expect(second.told()).toHaveLength(3);
  });

  it('ignores kept usage readings, which may be older than the kept alerts', async () => {
    const world = createWorld(['a']);
    const rules: Rule[] = [{ name: 'full', kind: 'limit', ratio: 0.9 }];
    const first = await openKept(world, { rules });
    await world.clock.advance(MINUTE);
    await world.use(first.fleet, { db_max_clients: 9900 }, 2000);
    const kept = dehydrate(first.fleet);
    await world.use(first.fleet, { db_max_clients: 10 }, 2000);
    expect(first.told()).toHaveLength(2);
    first.fleet.dispose();
    await world.clock.advance(MINUTE);
    const fleet = world.openFleet();
    hydrate(fleet, kept);
    const second = world.openMonitor({ fleet, rules, state: createMemoryEngine(first.values) });
    await second.monitor.ready;
    await world.clock.advance(5 * MINUTE);
    expect(second.told()).toEqual([]);
    await world.use(fleet, { db_max_clients: 9900 }, 2000);
    expect(second.told()).toEqual(['fired full/database/db_max_clients/a']);
  });

  it('raises an alert for an old record while polling pauses, and clears it at the next confirmation', async () => {
    const world = createWorld(['a']);
    const { fleet, monitor, told } = await open(world, {
      rules: [
        { name: 'old', kind: 'age', longerThanMs: 10 * MINUTE },
        { name: 'paused', kind: 'polling', in: ['paused'] },
      ],
    });
    await world.clock.advance(20 * MINUTE);
    expect(told()).toEqual([]);
    fleet.polling.pause();
    await world.clock.advance(15 * MINUTE);
    expect(told()).toEqual(['fired paused/fleet/', 'fired old/database/a']);
    await world.clock.advance(2 * 60 * MINUTE);
    // The age in seconds, of about 135 min.
    const [newest] = monitor.history();
    expect(newest?.alert.value).toBeGreaterThan(0.94 * 135 * 60);
    expect(newest?.alert.peak).toBe(newest?.alert.value);
    fleet.polling.resume();
    await world.clock.advance(MINUTE);
    expect(told().slice(2)).toEqual(['cleared paused/fleet/', 'cleared old/database/a']);
  });

  it('saves the alert of an old record once, and tells its age also after a restart', async () => {
    const world = createWorld(['a']);
    const first = await openKept(world, { rules: [{ name: 'old', kind: 'age', longerThanMs: 10 * MINUTE }] });
    await world.clock.advance(MINUTE);
    world.failure = 503;
    await world.clock.advance(20 * MINUTE);
    const kept = first.values.get('alert/old/database/a');
    await world.clock.advance(120 * MINUTE);
    expect(kept).toContain('firing');
    expect(first.values.get('alert/old/database/a')).toBe(kept);
    const second = await first.restart();
    expect(second.monitor.alerts.value[0]?.value).toBeGreaterThan(140 * 60);
  });

  it.each([
    ['leaves it out', false],
    ['includes it', true],
  ])('does not count sleep where the monotonic time of the platform %s', async (_, isIncluded) => {
    const world = createWorld(['a', 'b']);
    world.set('b', { state: 'suspended' });
    const clock = createLateClock(world.clock);
    const rules: Rule[] = [
      { name: 'old', kind: 'age', longerThanMs: 10 * MINUTE },
      { ...suspended, forMs: 30 * MINUTE },
    ];
    const { told } = await open({ ...world, openFleet: () => world.openFleet({ clock }) }, { clock, rules });
    await world.clock.advance(10 * MINUTE);
    if (isIncluded) clock.pass(8 * 60 * MINUTE);
    else world.clock.sleep(8 * 60 * MINUTE);
    await world.clock.advance(15 * MINUTE);
    expect(told()).toEqual([]);
    if (!isIncluded) world.clock.sleep(-24 * 60 * MINUTE);
    await world.clock.advance(10 * MINUTE);
    expect(told()).toEqual(['fired suspended/database/b']);
  });

  it.each([
    ['counts a correction of the clock by less than 10 s', 9999, ['fired suspended/database/a']],
    ['does not count a jump of the clock by 10 s', 10_000, []],
  ])('%s as time of a condition', async (_, jumpMs, events) => {
    const world = createWorld(['a'], { state: 'suspended' });
    const { told } = await open(world, { rules: [{ ...suspended, forMs: MINUTE }] });
    await world.clock.advance(10_000);
    world.clock.sleep(jumpMs);
    await world.clock.advance(45_000);
    expect(told()).toEqual(events);
  });

  it('raises an alert at 404, also at a 404 after an outage, and clears it when the database comes back', async () => {
    const world = createWorld(['a']);
    const gone = { name: 'gone', kind: 'missing' } as const;
    const { told } = await open(world, { rules: [gone, { ...gone, name: 'slowly', forMs: 10 * MINUTE }, suspended] });
    await world.clock.advance(MINUTE);
    const record = world.databases.get('a') as object;
    world.databases.delete('a');
    await world.clock.advance(5 * MINUTE);
    world.failure = 503;
    await world.clock.advance(20 * MINUTE);
    expect(told()).toEqual(['fired gone/database/a']);
    world.failure = undefined;
    await world.clock.advance(10 * MINUTE);
    expect(told().slice(1)).toEqual(['fired slowly/database/a']);
    world.databases.set('a', record);
    await world.clock.advance(10 * MINUTE);
    expect(told().slice(2)).toEqual(['cleared gone/database/a', 'cleared slowly/database/a']);
  });

  it('raises an alert for an index that goes from the list while the kept alerts are read', async () => {
    const world = createWorld();
    const reading = createGate();
    const state = Object.assign(createMemoryEngine(), { readGate: reading.opened });
    world.indices = [{ id: 'i' }, { id: 'j' }];
    const fleet = world.openFleet();
    fleet.indices.track();
    const { monitor, told } = world.openMonitor({ fleet, rules: [{ name: 'gone', kind: 'missing' }], state });
    await world.clock.advance(MINUTE);
    world.indices = [{ id: 'j' }];
    await world.clock.advance(5 * MINUTE);
    expect(monitor.status.value.phase).toBe('restoring');
    reading.open();
    await world.clock.advance(MINUTE);
    expect(told()).toEqual(['fired gone/index/i']);
  });

  it('raises an alert for a kept index that the first list lacks, also if the list comes before the kept records', async () => {
    const world = createWorld();
    world.indices = [{ id: 'i' }, { id: 'j' }];
    const values = new Map<string, string>();
    const first = world.openFleet({ persistence: createStore(createMemoryEngine(values)) });
    await first.indices.refresh();
    await first.flush();
    first.dispose();
    world.indices = [{ id: 'j' }];
    const reading = createGate();
    const state = Object.assign(createMemoryEngine(values), { readGate: reading.opened });
    const fleet = world.openFleet({ persistence: createStore(state) });
    const { told } = world.openMonitor({ fleet, rules: [{ name: 'gone', kind: 'missing' }] });
    await fleet.indices.refresh();
    reading.open();
    await fleet.ready;
    await world.clock.advance(MINUTE);
    expect(told()).toEqual(['fired gone/index/i']);
    await fleet.flush();
    expect([...values.keys()].filter((key) => key.startsWith('index/'))).toEqual(['index/j']);
  });

  it('raises an alert for an index that is absent from the list, and forgets it after a day', async () => {
    const world = createWorld();
    const rules: Rule[] = [
      { name: 'gone', kind: 'missing' },
      { name: 'named', kind: 'missing', ids: ['i'] },
      { name: 'full', kind: 'limit', ratio: 0.5 },
    ];
    world.indices = [{ id: 'i', name: 'products', max_vector_count: 100 }];
    const { fleet, told, events } = await open(world, { rules });
    fleet.indices.track();
    await world.clock.advance(MINUTE);
    reportUsage(fleet, 'index', 'i', { max_vector_count: 90 });
    await world.clock.advance(MINUTE);
    expect(told()).toEqual(['fired full/index/max_vector_count/i']);
    world.indices = [];
    await world.clock.advance(5 * MINUTE);
    expect(told().slice(1)).toEqual([
      'fired gone/index/i',
      'fired named/index/i',
      'cleared full/index/max_vector_count/i',
    ]);
    expect(events.map(({ alert }) => alert.name)).toEqual(Array.from({ length: 4 }, () => 'products'));
    world.clock.sleep(25 * 60 * MINUTE);
    await world.clock.advance(MINUTE);
    expect(told().slice(4)).toEqual(['cleared gone/index/i']);
    expect(events.at(-1)?.reason).toBe('forgotten');
    world.indices = [{ id: 'i', name: 'products' }];
    await world.clock.advance(5 * MINUTE);
    expect(told().slice(5)).toEqual(['cleared named/index/i']);
  });

  it('clears the alerts of an id that is removed', async () => {
    const world = createWorld(['a'], { state: 'suspended' });
    const { fleet, events, told } = await open(world, {
      rules: [suspended, { ...suspended, name: 'slow', forMs: 1e9 }],
    });
    await world.clock.advance(2 * MINUTE);
    fleet.databases.remove(['a']);
    await world.clock.advance(2000);
    expect(told()).toEqual(['fired suspended/database/a', 'cleared suspended/database/a']);
    expect(events[1]?.reason).toBe('forgotten');
  });

  it('waits for the ids of a restarted program before it forgets their alerts', async () => {
    const world = createWorld(['a', 'b'], { state: 'suspended' });
    const first = await openKept(world, { rules: [suspended] });
    await world.clock.advance(5 * MINUTE);
    first.fleet.dispose();
    await world.clock.advance(1000);
    const fleet = world.openFleet();
    const state = createMemoryEngine(first.values);
    const { monitor, told, events } = world.openMonitor({ fleet, rules: [suspended], state });
    await monitor.ready;
    await world.clock.advance(5 * MINUTE);
    fleet.databases.track(['a']);
    await world.clock.advance(20 * MINUTE);
    expect(told()).toEqual(['cleared suspended/database/b']);
    expect(events[0]?.reason).toBe('forgotten');
  });

  it('raises no alert because of a kept 404 or list before the service answers after a restart', async () => {
    const rules: Rule[] = [
      { name: 'gone', kind: 'missing' },
      { name: 'slowly', kind: 'missing', forMs: 20 * MINUTE },
      { name: 'old', kind: 'age', resource: 'database', longerThanMs: 2 * MINUTE },
    ];
    const world = createWorld(['a']);
    world.indices = [{ id: 'i', name: 'products' }];
    const kept = { fleet: createMemoryEngine(), monitor: createMemoryEngine() };
    const first = world.openFleet({ persistence: createStore(kept.fleet) });
    first.databases.add(['a']);
    first.indices.track();
    const before = world.openMonitor({ fleet: first, rules: rules.slice(1), state: kept.monitor });
    await world.clock.advance(3 * MINUTE);
    const record = world.databases.get('a') as object;
    world.databases.delete('a');
    world.indices = [];
    await world.clock.advance(10 * MINUTE);
    const pending = ['slowly/database/a', 'slowly/index/i'];
    expect(before.monitor.alerts.value.map(({ key }) => key).toSorted()).toEqual(pending);
    // The process dies: nothing is saved at its end. The database comes back meanwhile.
    const [values, alerts] = [new Map(kept.fleet.values), new Map(kept.monitor.values)];
    first.dispose();
    await world.clock.advance(5000);
    world.databases.set('a', record);
    world.indices = [{ id: 'i', name: 'products' }];
    world.failure = 503;
    const fleet = world.openFleet({ persistence: createStore(createMemoryEngine(values)) });
    fleet.indices.track();
    const { monitor, told } = world.openMonitor({ fleet, rules, state: createMemoryEngine(alerts) });
    await monitor.ready;
    expect(fleet.databases.entry('a').value.status).toBe('missing');
    await world.clock.advance(60 * MINUTE);
    expect(told()).toEqual([]);
    expect(monitor.alerts.value.map(({ key }) => key).toSorted()).toEqual(pending);
    world.failure = undefined;
    await world.clock.advance(10 * MINUTE);
    expect(told()).toEqual([]);
    expect(monitor.alerts.value).toEqual([]);
  });

  it('keeps the alerts of unchanged rules when the rules are replaced', async () => {
    const world = createWorld(['a'], { state: 'suspended' });
    const other: Rule = { name: 'other', kind: 'state', notIn: ['active'] };
    const third: Rule = { ...other, name: 'third' };
    const { monitor, told, events } = await open(world, { rules: [suspended, other, third] });
    await world.clock.advance(2 * MINUTE);
    expect(told()).toHaveLength(3);
    expect(() => monitor.setRules([{ ...other, severity: 'x' } as never])).toThrow('rules[0].severity');
    monitor.setRules([
      { ...suspended, severity: 'warning' },
      { ...other, notIn: ['active', 'pending'] },
    ]);
    await world.clock.advance(2000);
    expect(told().slice(3)).toEqual(['cleared other/database/a', 'cleared third/database/a', 'fired other/database/a']);
    expect(events[3]?.reason).toBe('rule-removed');
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6);
  });

  it('keeps its alerts when the fleet is disposed first', async () => {
    const world = createWorld(['a'], { state: 'suspended' });
    const { fleet, monitor, told, values } = await openKept(world, { rules: [suspended] });
    await world.clock.advance(2 * MINUTE);
    fleet.dispose();
    await world.clock.advance(10 * MINUTE);
    expect(told()).toEqual(['fired suspended/database/a']);
    expect(monitor.status.value.phase).toBe('disposed');
    expect([...withoutHistory(values).keys()]).toEqual(['alert/suspended/database/a']);

    // Also if it is disposed before the kept alerts are in place.
    const next = world.openFleet();
    const second = world.openMonitor({ fleet: next, rules: [suspended], state: createMemoryEngine(values) });
    next.dispose();
    await second.monitor.ready;
    await world.clock.advance(60 * MINUTE);
    expect(second.told()).toEqual([]);
    expect(second.monitor.status.value.phase).toBe('disposed');
    expect([...withoutHistory(values).keys()]).toEqual(['alert/suspended/database/a']);
    expect(world.clock.pending).toBe(0);
  });

  it('leaves no timer and does not make ids observed', async () => {
    const world = createWorld(['a']);
    const { fleet, monitor } = await open(world, { rules: [suspended], channels: [noting('pager')] });
    await world.clock.advance(2 * MINUTE);
    let polls = 0;
    activityOf(fleet).subscribe(({ kind }) => {
      if (kind === 'answer') polls += 1;
    });
    await world.clock.advance(10 * MINUTE);
    // Tracked ids are polled once a minute, observed ids four times.
    expect(polls).toBeGreaterThan(5);
    expect(polls).toBeLessThanOrEqual(11);
    expect(() => monitor.dispose({ drainMs: -1 })).toThrow('drainMs');
    const disposed = monitor.dispose();
    expect(monitor.dispose({ drainMs: 1 })).toBe(disposed);
    fleet.dispose();
    await world.clock.advance(5000);
    await disposed;
    expect(world.clock.pending).toBe(0);
    await expect(monitor.testAlert()).rejects.toMatchObject({ code: 'disposed' });
    expect(() => monitor.setRules([])).toThrow('disposed');
  });

  it('survives subscribers, logs and channels that throw', async () => {
    const world = createWorld(['a'], { state: 'suspended' });
    const fail = () => {
      throw new Error('mine');
    };
    const channel: Channel = { name: 'broken', deliver: fail };
    const { monitor, told } = await open(world, { rules: [suspended], channels: [channel], log: fail });
    monitor.events.subscribe(fail);
    monitor.alerts.subscribe(fail);
    monitor.status.subscribe(fail);
    await world.clock.advance(2 * MINUTE);
    await world.change('a', { state: 'active' }, 4 * MINUTE);
    expect(told()).toHaveLength(2);
  });

  it.each<[string, object, string]>([
    ['a fleet', { fleet: {} }, 'createMonitor expects a fleet'],
    ['rules', { rules: [{ name: 'x' }] }, 'rules[0].kind: expected'],
    ['a state', { state: {} }, 'state: expected a state'],
    ['a log', { log: 5 }, 'log: expected a function'],
    ['channels', { channels: [{}] }, 'channels[0].name'],
    ['metrics', { metrics: { seriesPerResource: -1 } }, 'metrics'],
    ['an unknown option', { rule: [] }, 'rule: unknown option'],
  ])('refuses %s that is wrong', (_, options, message) => {
    const world = createWorld();
    const fleet = world.openFleet();
    expect(() => world.openMonitor({ fleet, ...options })).toThrow(message);
  });
});
