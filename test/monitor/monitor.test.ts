import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fleet } from '../../src/core/fleet/fleet.js';
import type { MonitorOptions } from '../../src/monitor/monitor.js';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../persistence/memory-engine.js';
import { createWorld, noting, type MonitorInWorld, type World } from './monitored-world.js';

const MINUTE = 60_000;
const suspended: Rule = { name: 'suspended', kind: 'state', in: ['suspended'] };

/** A fleet of the ids of a world, with a monitor that evaluates its rules. */
async function open(
  world: World,
  options: Omit<MonitorOptions, 'fleet'>,
): Promise<MonitorInWorld & { readonly fleet: Fleet }> {
  const fleet = world.openFleet();
  fleet.databases.add([...world.databases.keys()]);
  const opened = world.openMonitor({ fleet, ...options });
  onTestFinished(async () => {
    fleet.dispose();
    const disposed = opened.monitor.dispose();
    await world.clock.advance(10_000);
    await disposed;
  });
  await opened.monitor.ready;
  return { ...opened, fleet };
}

describe('createMonitor', () => {
  it('raises an alert once per breach, and tells when it ended', async () => {
    const world = createWorld(['a', 'b']);
    const channel = noting('pager');
    const { monitor, events } = await open(world, { rules: [suspended], channels: [channel] });
    await world.clock.advance(2 * MINUTE);
    expect(events).toEqual([]);
    world.set('a', { state: 'suspended' });
    await world.clock.advance(10 * MINUTE);
    expect(events).toMatchObject([
      {
        kind: 'fired',
        alert: { key: 'suspended/database/a', rule: 'suspended', id: 'a', name: 'name of a', state: 'firing' },
      },
    ]);
    expect(monitor.alerts.value).toEqual([events[0]?.alert]);
    world.set('a', { state: 'active' });
    await world.clock.advance(5 * MINUTE);
    expect(events[1]).toMatchObject({ kind: 'cleared', reason: 'condition', alert: { id: 'a' } });
    expect(events[1]?.durationMs).toBe((events[1]?.at ?? 0) - (events[0]?.at ?? 0));
    expect(monitor.alerts.value).toEqual([]);
    expect(channel.delivered).toEqual(events);
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('keeps alerts through an outage of the service', async () => {
    const world = createWorld(['a']);
    world.set('a', { state: 'suspended' });
    const { told } = await open(world, { rules: [suspended] });
    await world.clock.advance(5 * MINUTE);
    world.failure = 503;
    await world.clock.advance(60 * MINUTE);
    world.failure = undefined;
    await world.clock.advance(15 * MINUTE);
    expect(told()).toEqual(['fired suspended/database/a']);
  });

  it('keeps alerts over a restart with a state, and raises none again', async () => {
    const world = createWorld(['a']);
    world.set('a', { state: 'suspended' });
    const values = new Map<string, string>();
    const first = await open(world, { rules: [suspended], state: createMemoryEngine(values) });
    await world.clock.advance(5 * MINUTE);
    expect(first.told()).toEqual(['fired suspended/database/a']);
    first.fleet.dispose();
    await world.clock.advance(MINUTE);
    const second = await open(world, { rules: [suspended], state: createMemoryEngine(values) });
    expect(second.monitor.alerts.value).toEqual(first.monitor.alerts.value);
    await world.clock.advance(5 * MINUTE);
    world.set('a', { state: 'active' });
    await world.clock.advance(5 * MINUTE);
    expect(second.told()).toEqual(['cleared suspended/database/a']);
    expect(values).toEqual(new Map());
  });
});
