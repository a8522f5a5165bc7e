import { expect, it } from 'vitest';
import { reportUsage } from '../../../src/index.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { AlertEvaluator } from '../../../src/monitor/alerts/alert-evaluator.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import { activate } from '../../../src/monitor/rules/active-rules.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createWorld, MINUTE, suspended } from '../monitored-world.js';

const HOUR = 60 * MINUTE;
const old: Rule = { name: 'old', kind: 'age', longerThanMs: HOUR };
const full: Rule = { name: 'full', kind: 'limit', ratio: 0.5, fields: ['db_max_clients'] };

/** Evaluates a fleet with the database `a`, which only `read` asks for. */
function setUp(given: readonly Rule[], fields = {}, ids = ['a']) {
  const table = createAlertTable();
  const world = createWorld(['a', 'b']);
  world.set('a', { db_max_clients: 100, ...fields });
  world.indices = [{ id: 'i', name: 'products', database_name: 'x' }];
  const fleet = world.openFleet();
  fleet.polling.pause();
  fleet.databases.add(ids);
  const evidence = new Map<string, number | undefined>();
  const absentIndices = new Map<string, string>();
  const { clock } = world;
  const group = { isHeld: false };
  const rules = activate(parseRules(given));
  const start = (hasKeptState: boolean): AlertEvaluator =>
    new AlertEvaluator({
      fleet,
      kernel: kernelOf(fleet, 'createMonitor'),
      clock,
      table,
      rules: () => rules,
      absentIndices,
      hasKeptState,
      onEvent: () => {},
      isSilent: () => false,
      isHeld: (key, evidenceAt) => (evidence.set(key, evidenceAt), group.isHeld),
    });
  let evaluator = start(false);
  return {
    world,
    fleet,
    table,
    group,
    evidence,
    absentIndices,
    /** Makes the evaluator of a process that starts with kept alerts. */
    restart: () => (evaluator = start(true)),
    evaluate: (kind: 'database' | 'index' | 'fleet' = 'database', id = 'a') =>
      evaluator.evaluate(kind, id) - clock.now(),
    read: (id = 'a') => fleet.databases.refresh(id).catch(() => undefined),
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
  evidence.clear();
  evaluate();
  // The use of a limit does not come from the service.
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

it('evaluates no usage from before a restart with kept alerts', async () => {
  const crowded: Rule = { name: 'crowded', kind: 'limit', ratio: 0.5, fields: ['max_vector_count'] };
  const { world, fleet, restart, evaluate, read, use, alerts } = setUp([full, crowded]);
  world.indices = [{ id: 'i', max_vector_count: 100 }];
  await Promise.all([read(), fleet.indices.refresh()]);
  const report = (used: number): void => {
    use(used);
    reportUsage(fleet, 'index', 'i', { max_vector_count: used });
  };
  report(90);
  await world.clock.advance(1);
  const restarted = restart();
  evaluate();
  evaluate('index', 'i');
  expect(alerts()).toEqual([]);
  report(91);
  evaluate();
  evaluate('index', 'i');
  expect(alerts()).toEqual(['full/database/db_max_clients/a', 'crowded/index/max_vector_count/i']);
  world.clock.sleep(-HOUR);
  restarted.wokeUp();
  report(1);
  evaluate();
  evaluate('index', 'i');
  expect(alerts()).toEqual([]);
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

it('counts how long a value holds by the last transition of its own database and field', async () => {
  const stuck: Rule = { name: 'pending', kind: 'transition', field: 'state', values: ['pending'], longerThanMs: HOUR };
  const { world, fleet, evaluate, read } = setUp([stuck]);
  fleet.databases.add(['b']);
  await Promise.all([read(), read('b')]);
  const changeTo = async (id: string, fields: object): Promise<void> => {
    world.set(id, fields);
    await read(id);
    await world.clock.advance(MINUTE);
  };
  await changeTo('a', { state: 'pending' });
  await changeTo('a', { modifying_state: 'updating' });
  await changeTo('b', { state: 'pending' });
  expect(evaluate()).toBe(HOUR - 3 * MINUTE);
});

it('keeps the list of alerts while none of them changes', async () => {
  const { table, evaluate, read } = setUp([suspended], { state: 'suspended' });
  await read();
  evaluate();
  const { list } = table;
  evaluate();
  expect(table.list).toBe(list);
});

it('raises the alert of an absent index after another member of the group has ended its last one', async () => {
  const { fleet, group, absentIndices, evaluate, alerts } = setUp([{ name: 'gone', kind: 'missing' }]);
  await fleet.indices.refresh();
  group.isHeld = true;
  absentIndices.set('j', 'products');
  evaluate('index', 'j');
  expect(alerts()).toEqual([]);
  group.isHeld = false;
  expect(evaluate('index', 'j')).toBe(24 * HOUR);
  expect(alerts()).toEqual(['gone/index/j']);
});

it('keeps the alert of a quota whose day is over until there is a new use', async () => {
  const { world, fleet, evaluate, alerts } = setUp([{ name: 'queries', kind: 'limit', ratio: 0.9 }]);
  world.indices = [{ id: 'i', name: 'products', max_daily_queries: 100 }];
  await fleet.indices.refresh();
  reportUsage(fleet, 'index', 'i', { max_daily_queries: 99 });
  for (const waitMs of [0, 24 * HOUR]) {
    await world.clock.advance(waitMs);
    evaluate('index', 'i');
    expect(alerts()).toEqual(['queries/index/max_daily_queries/i']);
  }
  reportUsage(fleet, 'index', 'i', { max_daily_queries: 1 });
  evaluate('index', 'i');
  expect(alerts()).toEqual([]);
});

it('names the database or the index of an alert, cuts a long name, and leaves out a blank one', async () => {
  const fields = { database_name: 'x'.repeat(300), name: 'y' };
  const { world, fleet, table, evaluate, read } = setUp([old], fields, ['a', 'b']);
  world.set('b', { database_name: ' ' });
  await Promise.all([read(), read('b'), fleet.indices.refresh()]);
  await world.clock.advance(HOUR);
  evaluate();
  evaluate('database', 'b');
  evaluate('index', 'i');
  expect(table.list.map(({ name }) => name)).toEqual(['x'.repeat(200), undefined, 'products']);
});
