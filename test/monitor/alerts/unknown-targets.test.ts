import { expect, it } from 'vitest';
import { createAlertSteps } from '../../../src/monitor/alerts/alert-steps.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import { createUnknownTargets } from '../../../src/monitor/alerts/unknown-targets.js';
import { activate } from '../../../src/monitor/rules/active-rules.js';
import type { CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import { createManualClock } from '../../support/manual-clock.js';
import type { ResourceKind } from '../../../src/index.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const [gone, named] = parseRules([
  { name: 'gone', kind: 'missing' },
  { name: 'named', kind: 'missing', resource: 'index', ids: ['i'] },
]) as [CheckedRule, CheckedRule];

function setUp({ isListKnown = true, kept = [] as ResourceKind[] } = {}) {
  const clock = createManualClock();
  const table = createAlertTable();
  const group = { isHeld: false };
  const steps = createAlertSteps({ clock, table, onChange: () => {}, isHeld: () => group.isHeld });
  steps.rules = activate([gone, named]);
  /** Raises the alert of the rule `gone`. */
  const raise = (resource: ResourceKind): void =>
    void steps.step({ rule: gone, target: { resource, id: 'i' }, evaluate: () => ({ verdict: 'fire', summary: '' }) });
  kept.forEach(raise);
  const targets = createUnknownTargets({ clock, table, steps, isListKnown: () => isListKnown });
  return {
    clock,
    group,
    targets,
    raise,
    alerts: () => table.list.map(({ key }) => key),
    evaluate: (kind: ResourceKind) => targets.evaluate(kind, 'i') - clock.now(),
  };
}

it('raises the alert of an absent index after another member of the group has ended its last one', () => {
  const { targets, group, evaluate, alerts } = setUp();
  group.isHeld = true;
  targets.indexIsAbsent('i');
  evaluate('index');
  expect(alerts()).toEqual([]);
  group.isHeld = false;
  evaluate('index');
  expect(alerts()).toEqual(['gone/index/i', 'named/index/i']);
});

it('raises alerts of a new absence alone, and forgets after a day those whose rule does not name the index', async () => {
  const { clock, targets, evaluate, alerts } = setUp();
  expect(evaluate('index')).toBe(Infinity);
  expect(alerts()).toEqual([]);
  targets.indexIsAbsent('i');
  expect(evaluate('index')).toBe(DAY);
  await clock.advance(DAY - 1);
  expect(evaluate('index')).toBe(1);
  expect(alerts()).toEqual(['gone/index/i', 'named/index/i']);
  await clock.advance(1);
  expect(evaluate('index')).toBe(Infinity);
  evaluate('index');
  expect(alerts()).toEqual(['named/index/i']);
});

it('waits 10 minutes for the id of a kept alert, unless the id was known since', async () => {
  const { clock, evaluate, alerts } = setUp({ kept: ['database'], isListKnown: false });
  expect(evaluate('database')).toBe(MINUTE);
  await clock.advance(10 * MINUTE - 1);
  expect(evaluate('database')).toBe(MINUTE);
  expect(alerts()).toEqual(['gone/database/i']);
  await clock.advance(1);
  expect(evaluate('database')).toBe(Infinity);
  expect(alerts()).toEqual([]);

  const known = setUp({ kept: ['database'] });
  known.targets.targetIsKnown('database', 'i');
  known.evaluate('database');
  expect(known.alerts()).toEqual([]);
});

it('waits for the first list before it ends alerts of an index', async () => {
  const { clock, raise, evaluate, alerts } = setUp({ isListKnown: false });
  raise('index');
  await clock.advance(DAY);
  expect(evaluate('index')).toBe(MINUTE);
  expect(alerts()).toEqual(['gone/index/i']);
});

it('tells apart a database and an index of one id', () => {
  const { targets, raise, evaluate, alerts } = setUp();
  raise('database');
  targets.indexIsAbsent('i');
  evaluate('database');
  expect(alerts()).toEqual([]);
  evaluate('index');
  expect(alerts()).toEqual(['gone/index/i', 'named/index/i']);
});
