import { expect, it, onTestFinished } from 'vitest';
import { reportUsage } from '../../../src/index.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { AlertEvaluator } from '../../../src/monitor/alerts/alert-evaluator.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import { createClockJumps } from '../../../src/monitor/alerts/clock-jumps.js';
import { DueTargets } from '../../../src/monitor/alerts/due-targets.js';
import { activate } from '../../../src/monitor/rules/active-rules.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createWorld } from '../monitored-world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const suspended: Rule = { name: 'suspended', kind: 'state', in: ['suspended'] };
const old: Rule = { name: 'old', kind: 'age', longerThanMs: HOUR };
const full: Rule = { name: 'full', kind: 'limit', ratio: 0.5, fields: ['db_max_clients'] };

/** Evaluates a fleet with the database `a`, which only `read` asks for. */
function setUp(rules: readonly Rule[], { fields = {}, table = createAlertTable(), ids = ['a'] } = {}) {
  const world = createWorld(['a']);
  world.set('a', { db_max_clients: 100, ...fields });
  world.indices = [{ id: 'i', name: 'products', database_name: 'x' }];
  const fleet = world.openFleet();
  onTestFinished(() => fleet.dispose());
  fleet.polling.pause();
  fleet.databases.add(ids);
  const forgotten: string[] = [];
  const evidence = new Map<string, number | undefined>();
  const { clock } = world;
  const service = { isSilent: true };
  const evaluator = new AlertEvaluator({
    fleet,
    kernel: kernelOf(fleet, 'createMonitor'),
    clock,
    table,
    transitions: { of: () => undefined, forget: (id) => void forgotten.push(id), dispose: () => {} },
    onChange: () => {},
    isSilent: () => service.isSilent,
    isHeld: (key, evidenceAt) => (evidence.set(key, evidenceAt), false),
  });
  evaluator.rules = activate(parseRules(rules));
  return {
    world,
    fleet,
    table,
    forgotten,
    evidence,
    service,
    evaluate: (kind: 'database' | 'index' | 'fleet' = 'database', id = 'a') =>
      evaluator.evaluate(kind, id) - clock.now(),
    read: () => fleet.databases.refresh('a').catch(() => undefined),
    use: (db_max_clients: number) => reportUsage(fleet, 'database', 'a', { db_max_clients }),
    alerts: () => table.list.map(({ key }) => key),
  };
}

it('tells when the facts about each alert were observed, unless time alone decides', async () => {
  const { world, evidence, evaluate, read, use } = setUp([suspended, old, full]);
  await read();
  const readAt = world.clock.now();
  await world.clock.advance(MINUTE);
  use(1);
  evaluate();
  const usedAt = readAt + MINUTE;
  const keys = ['suspended/database/a', 'old/database/a', 'full/database/db_max_clients/a'];
  expect([...evidence]).toEqual([readAt, undefined, usedAt].map((at, place) => [keys[place], at]));
  world.failure = 503;
  await read();
  evaluate();
  expect([...evidence.values()]).toEqual([undefined, undefined, usedAt]);
});

it('evaluates no limit of a database that was never read, or is missing', async () => {
  const { world, evaluate, read, use, alerts } = setUp([full]);
  expect(evaluate()).toBe(Infinity);
  use(90);
  expect(evaluate()).toBe(Infinity);
  expect(alerts()).toEqual([]);
  await read();
  evaluate();
  expect(alerts()).toEqual(['full/database/db_max_clients/a']);
  world.databases.delete('a');
  await read();
  use(1);
  evaluate();
  expect(alerts()).toEqual(['full/database/db_max_clients/a']);
});

it('evaluates the forecast of each limit, and tells when it may fire', async () => {
  const soon: Rule = { name: 'soon', kind: 'forecast', withinMs: 30 * MINUTE };
  const { world, fleet, evaluate, read, alerts } = setUp([soon, suspended], { fields: { db_memory_threshold: 1000 } });
  await read();
  for (let minute = 0; minute <= 60; minute++) {
    reportUsage(fleet, 'database', 'a', { db_memory_threshold: 500 + 5 * minute });
    await world.clock.advance(MINUTE);
  }
  expect(evaluate() / MINUTE).toBeCloseTo(9, 0);
  expect(alerts()).toEqual([]);
  await world.clock.advance(10 * MINUTE);
  evaluate();
  expect(alerts()).toEqual(['soon/database/db_memory_threshold/a']);
});

it('tells when an alert of the polling may fire', () => {
  const { evaluate } = setUp([{ name: 'paused', kind: 'polling', in: ['paused'], forMs: MINUTE }, old]);
  expect(evaluate('fleet', '')).toBe(MINUTE);
});

it('does not take polling that has just begun for the end of an outage', () => {
  const { fleet, service, evaluate, alerts } = setUp([{ name: 'paused', kind: 'polling', in: ['paused'] }]);
  expect(evaluate('fleet', '')).toBe(Infinity);
  fleet.polling.resume();
  expect(evaluate('fleet', '')).toBe(1000);
  expect(alerts()).toEqual(['paused/fleet/']);
  service.isSilent = false;
  evaluate('fleet', '');
  expect(alerts()).toEqual([]);
});

it('counts the age of a record that was never read from when its id is watched, and again after its removal', async () => {
  const { world, fleet, forgotten, evaluate, alerts } = setUp([old, { ...old, name: 'older', longerThanMs: 2 * HOUR }]);
  await world.clock.advance(MINUTE);
  expect(evaluate()).toBe(HOUR);
  await world.clock.advance(MINUTE);
  expect(evaluate()).toBe(HOUR - MINUTE);
  fleet.databases.remove(['a']);
  await world.clock.advance(0);
  evaluate('index', 'b');
  expect(evaluate()).toBe(Infinity);
  expect(forgotten).toEqual(['a']);
  fleet.databases.add(['a']);
  expect(evaluate()).toBe(HOUR);
  await world.clock.advance(HOUR);
  evaluate();
  expect(alerts()).toEqual(['old/database/a']);
});

it('forgets no id whose kept alert waits for it', async () => {
  const { table, read, evaluate } = setUp([suspended], { fields: { state: 'suspended' } });
  await read();
  evaluate();
  const restarted = setUp([suspended], { table, ids: [] });
  expect(restarted.evaluate()).toBe(MINUTE);
  expect([restarted.alerts(), restarted.forgotten]).toEqual([['suspended/database/a'], []]);
});

it.each([
  ['orders', 'orders'],
  ['x'.repeat(300), 'x'.repeat(200)],
  [5, undefined],
])('names a database in its alert: %#', async (database_name, name) => {
  const { table, read, evaluate } = setUp([suspended], { fields: { state: 'suspended', database_name, name: 'y' } });
  await read();
  evaluate();
  expect(table.list.map((alert) => alert.name)).toEqual([name]);
});

it('names an index in its alert', async () => {
  const { world, fleet, table, evaluate } = setUp([old]);
  await fleet.indices.refresh();
  await world.clock.advance(HOUR);
  evaluate('index', 'i');
  expect(table.list).toMatchObject([{ key: 'old/index/i', name: 'products' }]);
});

it('jumps of the wall clock by at least 10 s are returned once', () => {
  const time = { wall: 5_000_000, monotonic: 20_000 };
  const jumpOf = createClockJumps({ now: () => time.wall, monotonic: () => time.monotonic, schedule: () => () => {} });
  const jumps = [0, 9999, 10_000, -9999, -10_000, 86_400_000].map((jumpMs) => {
    time.wall += 60_000 + jumpMs;
    time.monotonic += 60_000;
    return jumpOf();
  });
  expect(jumps).toEqual([0, 0, 10_000, 0, -10_000, 86_400_000]);
});

it('due targets are returned once, when its time has come, and the next time is told', () => {
  const due = new DueTargets();
  const takenAt = (now: number): readonly unknown[] => {
    const taken: string[] = [];
    due.take(now, (kind, id) => taken.push(`${kind} ${id}`));
    return [taken, due.nextAt];
  };
  due.set('index', 'a', 200);
  due.set('database', 'a', 100);
  due.set('database', 'b', 150);
  due.set('fleet', '', 300);
  due.set('database', 'b', Infinity);
  expect(takenAt(99)).toEqual([[], 100]);
  expect(takenAt(100)).toEqual([['database a'], 200]);
  due.set('index', 'a', 400);
  expect(takenAt(300)).toEqual([['fleet '], 400]);
  due.set('index', 'a', 350);
  expect(takenAt(1000)).toEqual([['index a'], Infinity]);
});
