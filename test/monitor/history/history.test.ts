import { reportUsage } from '../../../src/index.js';
import { expect, it, onTestFinished } from 'vitest';
import { startMonitorServer } from '../../../src/monitor/server/monitor-server.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createMemoryEngine } from '../../persistence/memory-engine.js';
import { openPair, type MachineOptions } from '../group/machines.js';
import { createWorld, noting, openKept, openMonitored, suspended } from '../monitored-world.js';

const FULL: Rule = { name: 'full', kind: 'limit', ratio: 0.9, fields: ['db_max_clients'] };

it('has the begin, the end, the peak and the notified channels of each alert, also after a kill', async () => {
  const world = createWorld(['db-1']);
  const { clock } = world;
  const state = createMemoryEngine();
  const [pager, mail] = [noting('pager'), noting('mail')];
  mail.deliver = async () => {
    throw new Error('down');
  };
  const { monitor, fleet } = await openMonitored(world, { rules: [FULL], channels: [pager, mail], state });
  await clock.advance(2000);
  for (const ratio of [0.91, 0.97, 0.93]) {
    reportUsage(fleet, 'database', 'db-1', { db_max_clients: ratio * 10_000 });
    await clock.advance(60_000);
  }
  const [firing] = monitor.history();
  expect(firing).toMatchObject({ alert: { rule: 'full', id: 'db-1', value: 0.93, peak: 0.97, state: 'firing' } });
  expect(firing).not.toHaveProperty('clearedAt');
  expect(firing?.told).toEqual([{ channel: 'pager', firedAt: firing?.alert.firedAt }]);

  // The values of a process that is killed.
  const kept = createMemoryEngine(new Map(state.values));
  const second = world.openMonitor({ fleet, rules: [FULL], channels: [pager], state: kept });
  onTestFinished(async () => void (await Promise.all([second.monitor.dispose(), clock.advance(5000)])));
  await clock.advance(1000);
  reportUsage(fleet, 'database', 'db-1', { db_max_clients: 100 });
  await clock.advance(2000);
  const [ended, ...others] = second.monitor.history();
  expect(others).toEqual([]);
  // The values after the last saved change are lost: the alert fired at 0.91.
  expect(ended).toMatchObject({ reason: 'condition', alert: { peak: 0.91 } });
  expect(ended?.told).toEqual([{ channel: 'pager', firedAt: firing?.alert.firedAt, clearedAt: ended?.clearedAt }]);

  const server = await startMonitorServer(second.monitor, { port: 0 });
  onTestFinished(server.close);
  const answer = (await (await fetch(`${server.url}/alerts?history`)).json()) as object;
  const timeOf = (at = 0): string => new Date(at).toISOString();
  expect(answer).toMatchObject({
    version: 1,
    history: [
      {
        state: 'cleared',
        rule: 'full',
        peak: 0.91,
        startedAt: timeOf(firing?.alert.startedAt),
        firedAt: timeOf(firing?.alert.firedAt),
        clearedAt: timeOf(ended?.clearedAt),
        told: [{ channel: 'pager', firedAt: timeOf(firing?.alert.firedAt), clearedAt: timeOf(ended?.clearedAt) }],
      },
    ],
  });
});

it('keeps the last 1,000 alerts, in the memory and in the state', async () => {
  const ids = Array.from({ length: 510 }, (_, at) => `db-${at}`);
  const world = createWorld(ids);
  const state = createMemoryEngine();
  const { monitor } = await openMonitored(world, { rules: [suspended], state });
  for (const value of ['suspended', 'active', 'suspended', 'active']) {
    // A database that is not active is polled every two minutes.
    await world.change(ids, { state: value }, value === 'active' ? 130_000 : 70_000);
  }
  const history = monitor.history();
  expect(history).toHaveLength(1000);
  expect([...state.values.keys()].filter((key) => key.startsWith('history/'))).toHaveLength(1000);
  expect(history.every(({ clearedAt, told }) => clearedAt !== undefined && told.length === 0)).toBe(true);
  const begins = history.map(({ alert }) => alert.startedAt);
  expect(begins).toEqual(begins.toSorted((a, b) => b - a));
  const again = await openKept(world, {}, new Map(state.values));
  expect(again.monitor.history()).toEqual(history);
});

const UNAWARE: MachineOptions = { isShared: false, ids: [] };

it.each<[string, MachineOptions, 'down' | 'cut off']>([
  ['was down', {}, 'down'],
  ['that does not know the database was down', UNAWARE, 'down'],
  ['that does not know the database was cut off', UNAWARE, 'cut off'],
])('has the end of an alert that ended while a monitor of a group %s', async (_, options, how) => {
  const { machines, second } = await openPair({ isShared: false }, options);
  await machines.setState('suspended');
  if (how === 'down') second.kill();
  else machines.engine.cut(second.id);
  await machines.world.clock.advance(3000);
  await machines.setState('active');
  if (how === 'cut off') machines.engine.heal(second.id);
  const { kept } = second;
  const { monitor, events } = how === 'down' ? await machines.start('again', { kept, ...options }) : second;
  await machines.world.clock.advance(10_000);
  expect(monitor.history()).toMatchObject([{ clearedAt: expect.any(Number), reason: 'condition' }]);
  expect(events.at(-1)).toMatchObject({ kind: 'cleared', breach: 1 });
  const arrived = machines.arrivals.map(({ from, event: { kind } }) => `${from} ${kind}`);
  expect(arrived).toEqual(['first fired', 'first cleared']);
});
