import { expect, it, onTestFinished } from 'vitest';
import { reportUsage } from '../../../src/index.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { AlertEvaluator } from '../../../src/monitor/alerts/alert-evaluator.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
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
function setUp(rules: readonly Rule[], fields = {}) {
  const world = createWorld(['a']);
  world.set('a', { db_max_clients: 100, ...fields });
  world.indices = [{ id: 'i', name: 'products', database_name: 'x' }];
  const fleet = world.openFleet();
  onTestFinished(() => fleet.dispose());
  fleet.polling.pause();
  fleet.databases.add(['a']);
  const evidence = new Map<string, number | undefined>();
  const absentIndexIds = new Set<string>();
  const { clock } = world;
  const table = createAlertTable();
  const group = { isHeld: false };
  const active = activate(parseRules(rules));
  const evaluator = new AlertEvaluator({
    fleet,
    kernel: kernelOf(fleet, 'createMonitor'),
    clock,
    table,
    rules: () => active,
    absentIndexIds,
    hasKeptState: false,
    onChange: () => {},
    isSilent: () => true,
    isHeld: (key, evidenceAt) => (evidence.set(key, evidenceAt), group.isHeld),
  });
  return {
    world,
    fleet,
    table,
    group,
    evidence,
    absentIndexIds,
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
  const { world, fleet, evaluate, read, alerts } = setUp([soon, suspended], { db_memory_threshold: 1000 });
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

it('counts the age of a record that was never read from when its id is watched, and again after its removal', async () => {
  const { world, fleet, evaluate, alerts } = setUp([old, { ...old, name: 'older', longerThanMs: 2 * HOUR }]);
  await world.clock.advance(MINUTE);
  expect(evaluate()).toBe(HOUR);
  await world.clock.advance(MINUTE);
  expect(evaluate()).toBe(HOUR - MINUTE);
  fleet.databases.remove(['a']);
  await world.clock.advance(0);
  expect(evaluate()).toBe(Infinity);
  fleet.databases.add(['a']);
  expect(evaluate()).toBe(HOUR);
  await world.clock.advance(HOUR);
  evaluate();
  expect(alerts()).toEqual(['old/database/a']);
});

it('raises the alert of an absent index after another member of the group has ended its last one', async () => {
  const { fleet, group, absentIndexIds, evaluate, alerts } = setUp([{ name: 'gone', kind: 'missing' }]);
  await fleet.indices.refresh();
  group.isHeld = true;
  absentIndexIds.add('j');
  evaluate('index', 'j');
  expect(alerts()).toEqual([]);
  group.isHeld = false;
  expect(evaluate('index', 'j')).toBe(24 * HOUR);
  expect(alerts()).toEqual(['gone/index/j']);
});

it('names the database or the index of an alert, and cuts a long name', async () => {
  const { world, fleet, table, evaluate, read } = setUp([old], { database_name: 'x'.repeat(300), name: 'y' });
  await Promise.all([read(), fleet.indices.refresh()]);
  await world.clock.advance(HOUR);
  evaluate();
  evaluate('index', 'i');
  expect(table.list.map(({ name }) => name)).toEqual(['x'.repeat(200), 'products']);
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
