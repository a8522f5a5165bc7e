import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/monitor/rules/rule.js';
import { createWorld, MINUTE, noting, openKept, openMonitored, suspended, type World } from './monitored-world.js';

const createSuspendedWorld = (): World => createWorld(['a', 'b'], { state: 'suspended' });

describe('setRules', () => {
  it('changes the severity of an alert in place, also while the service does not answer', async () => {
    const world = createSuspendedWorld();
    const { monitor, events, values } = await openKept(world, { rules: [suspended] });
    await world.clock.advance(2 * MINUTE);
    world.failure = 503;
    await world.clock.advance(2 * MINUTE);
    monitor.setRules([{ ...suspended, severity: 'critical' }]);
    await world.clock.advance(2000);
    expect(monitor.alerts.value).toMatchObject([{ severity: 'critical' }, { severity: 'critical' }]);
    expect(JSON.parse(values.get('alert/suspended/database/a') ?? '')).toMatchObject({
      alert: { severity: 'critical' },
    });
    world.failure = undefined;
    await world.change('a', { state: 'active' }, 15 * MINUTE);
    expect(events.slice(2)).toMatchObject([{ kind: 'cleared', alert: { id: 'a', severity: 'critical' } }]);
  });

  it('changes the texts of kept alerts, which name the database, and those of firing ones', async () => {
    const world = createWorld(['a'], { database_name: '{id} {name}/ü', state: 'suspended' });
    const labels = { team: 'storage' };
    const texts = { labels, annotations: { hint: '{rule} {resource} {id} {name} {field}.' } };
    const rules: Rule[] = [{ ...suspended, ...texts, runbook: 'https://wiki.example.com/?q={name}#{rule}' }];
    const first = await openKept(world, { rules });
    await world.clock.advance(2 * MINUTE);
    const alert = {
      labels,
      annotations: { hint: 'suspended database a {id} {name}/ü .' },
      runbook: 'https://wiki.example.com/?q=%7Bid%7D%20%7Bname%7D%2F%C3%BC#suspended',
    };
    expect(first.events).toMatchObject([{ kind: 'fired', alert }]);
    expect(JSON.parse(first.values.get('alert/suspended/database/a') ?? '')).toMatchObject({ alert });

    const second = await first.restart({ rules: [{ ...suspended, labels: { team: '{name}' } }] });
    await world.clock.advance(2 * MINUTE);
    expect(second.monitor.alerts.value[0]?.labels).toEqual({ team: '{id} {name}/ü' });
    await world.change('a', { database_name: 'orders' }, 2 * MINUTE);
    expect(second.monitor.alerts.value[0]).toMatchObject({ name: 'orders', labels: { team: 'orders' } });
    expect(second.monitor.alerts.value[0]).not.toHaveProperty('runbook');
    second.monitor.setRules([suspended]);
    await world.change('a', { state: 'active' }, 2 * MINUTE);
    expect(second.told()).toEqual(['cleared suspended/database/a']);
    expect(second.events[0]?.alert).not.toHaveProperty('labels');
  });

  it('applies a changed forMs to a pending alert', async () => {
    const world = createSuspendedWorld();
    const { monitor, told } = await openMonitored(world, { rules: [{ ...suspended, forMs: 60 * MINUTE }] });
    await world.clock.advance(5 * MINUTE);
    expect(told()).toEqual([]);
    monitor.setRules([{ ...suspended, forMs: 3 * MINUTE }]);
    await world.clock.advance(2000);
    expect(told()).toHaveLength(2);
  });

  it('clears the alerts of the ids and of the limits that it takes out of a rule, and of no other', async () => {
    const world = createSuspendedWorld();
    const full: Rule = { name: 'full', kind: 'limit', ratio: 0.5 };
    const { monitor, fleet, told, events } = await openMonitored(world, { rules: [suspended, full] });
    await world.clock.advance(2 * MINUTE);
    await world.use(fleet, { db_max_clients: 9900, db_max_commands_per_second: 9900 }, 2000);
    expect(told()).toHaveLength(4);
    monitor.setRules([
      { ...suspended, ids: ['b'] },
      { ...full, fields: ['db_max_clients'] },
    ]);
    await world.clock.advance(2000);
    const cleared = ['cleared suspended/database/a', 'cleared full/database/db_max_commands_per_second/a'];
    expect(told().slice(4)).toEqual(cleared);
    expect(events[4]?.reason).toBe('rule-removed');
  });

  it('gives each event a key of its own when a rule is removed and added again during one breach', async () => {
    const world = createWorld(['a']);
    const stuck: Rule = { name: 'stuck', kind: 'transition', longerThanMs: 10 * MINUTE };
    const { monitor, events } = await openMonitored(world, { rules: [stuck] });
    await world.clock.advance(MINUTE);
    await world.change('a', { modifying_state: 'updating' }, 15 * MINUTE);
    monitor.setRules([]);
    await world.clock.advance(2000);
    monitor.setRules([stuck]);
    await world.clock.advance(2000);
    expect(events.map(({ kind }) => kind)).toEqual(['fired', 'cleared', 'fired']);
    expect(new Set(events.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  it('repeats and clears an alert at the channel that its rule names now, also if the first one is gone', async () => {
    const world = createSuspendedWorld();
    const [chat, pager] = [noting('chat'), noting('pager')];
    const rule = { ...suspended, ids: ['a'], repeatEveryMs: 10 * MINUTE };
    const rules: Rule[] = [{ ...rule, channels: ['chat'] }];
    const { monitor, values } = await openKept(world, { rules, channels: [chat] });
    await world.clock.advance(2 * MINUTE);
    monitor.setChannels([pager]);
    monitor.setRules([{ ...rule, channels: ['pager'] }]);
    await world.clock.advance(2000);
    expect(JSON.parse(values.get('alert/suspended/database/a') ?? '')).toMatchObject({ channels: ['chat', 'pager'] });
    await world.clock.advance(10 * MINUTE);
    await world.change('a', { state: 'active' }, 5 * MINUTE);
    expect([chat, pager].map(({ delivered }) => delivered.map(({ kind }) => kind))).toEqual([
      ['fired'],
      ['repeated', 'cleared'],
    ]);
  });

  it.each(['while the monitor runs', 'between two runs'])(
    'clears at the channels that the alert fired at, %s',
    async (when) => {
      const world = createSuspendedWorld();
      const channels = ['pager', 'chat'].map(noting);
      const rules: Rule[] = [{ ...suspended, ids: ['a'], channels: ['pager'] }];
      const { monitor, restart } = await openKept(world, { rules, channels });
      await world.clock.advance(2 * MINUTE);
      if (when === 'while the monitor runs') monitor.setRules([]);
      else await restart({ rules: [] });
      await world.clock.advance(2 * MINUTE);
      expect(channels.map(({ delivered }) => delivered.map(({ kind }) => kind))).toEqual([['fired', 'cleared'], []]);
    },
  );
});
