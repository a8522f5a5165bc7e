import { describe, expect, it } from 'vitest';
import type { MonitorState } from '../../src/monitor/state/open-monitor-state.js';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createGate } from '../support/gate.js';
import {
  createWorld,
  MINUTE,
  noting,
  openKept,
  openMonitored,
  suspended,
  type World,
  withoutHistory,
} from './monitored-world.js';

const unavailable: Rule = { name: 'unavailable', kind: 'state', notIn: ['active'] };

const createSuspendedWorld = (): World => createWorld(['a', 'b', 'c'], { state: 'suspended' });

describe('a subscriber to the events of a monitor', () => {
  it('gets an event when all alerts of the same change are in place', async () => {
    const world = createSuspendedWorld();
    const { monitor } = await openMonitored(world, { rules: [suspended, unavailable] });
    const sizes: number[] = [];
    monitor.events.subscribe(() => sizes.push(monitor.alerts.value.length));
    await world.clock.advance(2 * MINUTE);
    expect(sizes).toHaveLength(6);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(sizes.slice(0, 2)).toEqual([sizes[1], sizes[1]]);
  });

  it('can replace the rules, and no alert of a removed rule is left', async () => {
    const world = createSuspendedWorld();
    const { monitor, told, values } = await openKept(world, { rules: [suspended, unavailable] });
    monitor.events.subscribe(() => monitor.setRules([]));
    await world.clock.advance(5 * MINUTE);
    const keys = told().map((each) => each.split(' ')[1]);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(told().filter((each) => each.endsWith(` ${key}`))).toHaveLength(2);
    expect(monitor.alerts.value).toEqual([]);
    expect(withoutHistory(values)).toEqual(new Map());
  });

  it('can dispose the fleet, and no alert is lost', async () => {
    const world = createSuspendedWorld();
    const { monitor, fleet, told, values } = await openKept(world, { rules: [suspended] });
    await world.clock.advance(2 * MINUTE);
    expect(told()).toHaveLength(3);
    for (const id of world.databases.keys()) world.set(id, { state: 'melting' });
    monitor.setRules([suspended, { ...unavailable, ids: ['a'] }]);
    monitor.events.subscribe(() => fleet.dispose());
    await world.clock.advance(10 * MINUTE);
    expect(
      told()
        .slice(3)
        .filter((each) => each.startsWith('cleared')),
    ).toEqual([]);
    expect([...values.keys()].filter((key) => key.startsWith('alert/suspended'))).toHaveLength(3);
    expect(monitor.status.value.phase).toBe('disposed');
  });

  it('can dispose the monitor, and no rule is evaluated afterwards', async () => {
    const world = createSuspendedWorld();
    const { monitor, told } = await openMonitored(world, { rules: [suspended] });
    monitor.events.subscribe(() => void monitor.dispose());
    await world.clock.advance(2 * MINUTE);
    const before = told();
    await world.change(world.databases.keys(), { state: 'active' }, 10 * MINUTE);
    expect(told()).toEqual(before);
  });
});

describe('dispose', () => {
  it('ends a monitor whose state hangs, and changes no value of it when it goes on', async () => {
    const world = createSuspendedWorld();
    const { opened, open } = createGate();
    const written: string[] = [];
    const state: MonitorState = {
      async *read() {
        yield [];
        await opened;
        yield [{ key: 'delivery/gone/0', text: '{' }];
      },
      async write(writes) {
        written.push(...writes.map(({ key }) => key));
        await opened;
      },
      close: () => Promise.resolve(),
    };
    const { monitor, logged } = world.openMonitor({ fleet: world.openFleet(), rules: [suspended], state });
    await world.clock.advance(1000);
    expect(monitor.health().unready).toEqual(['The kept state is being read.']);
    const ended = Promise.all([monitor.dispose(), monitor.ready]);
    await world.clock.advance(10_000);
    await ended;
    expect(monitor.status.value.phase).toBe('disposed');
    open();
    await world.clock.advance(MINUTE);
    expect([written, logged]).toEqual([[], []]);
  });

  it('runs once when a subscriber to the status calls it', async () => {
    const world = createSuspendedWorld();
    let disposals = 0;
    const channel = { ...noting('pager'), dispose: (): void => void (disposals += 1) };
    const { monitor } = await openMonitored(world, { rules: [suspended], channels: [channel] });
    monitor.status.subscribe(({ phase }) => {
      if (phase === 'disposed') void monitor.dispose();
    });
    const ended = monitor.dispose();
    await world.clock.advance(10_000);
    await ended;
    expect(disposals).toBe(1);
  });
});
