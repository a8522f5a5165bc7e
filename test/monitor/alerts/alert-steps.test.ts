import { describe, expect, it } from 'vitest';
import type { ResourceKind } from '../../../src/index.js';
import { createAlertSteps, type AlertChange } from '../../../src/monitor/alerts/alert-steps.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import { createUnknownTargets } from '../../../src/monitor/alerts/unknown-targets.js';
import { activate } from '../../../src/monitor/rules/active-rules.js';
import type { CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import type { Evaluation } from '../../../src/monitor/rules/evaluation.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createManualClock } from '../../support/manual-clock.js';

const DRIFT = { name: 'x', kind: 'drift' } as const;

function setUp(fields: Partial<Rule> = {}) {
  const clock = createManualClock();
  const table = createAlertTable();
  const changes: AlertChange[] = [];
  const group = { isHeld: false };
  const steps = createAlertSteps({ clock, table, onChange: (each) => changes.push(each), isHeld: () => group.isHeld });
  const setRule = (more: Partial<Rule>): void => {
    steps.rules = activate(parseRules([{ ...DRIFT, ...more } as Rule]));
  };
  setRule(fields);
  const step = (evaluation: Evaluation, evaluate = (): Evaluation => evaluation): number => {
    const { rule } = steps.rules.named.get('x') as { readonly rule: CheckedRule };
    return steps.step({ rule, target: { resource: 'database', id: 'a' }, evaluate }) - clock.now();
  };
  return { clock, table, changes, group, steps, setRule, step };
}

const fire = (value?: number): Evaluation => ({ verdict: 'fire', summary: 'It drifts.', value });

it('saves an alert whose peak has grown by 5 %, and not each value', () => {
  const { table, changes, step } = setUp({ clearForMs: 5000 });
  const isSavedAt = (value: number): boolean => {
    const before = changes.length;
    step(fire(value));
    expect(table.list).toMatchObject([{ value }]);
    return changes.length > before;
  };
  expect([0.9, 0.905, 0.2, 0.97, 0.9].map(isSavedAt)).toEqual([true, false, false, true, false]);
});

it('saves that an alert begins to clear, once, and that it fires again', () => {
  const { changes, clock, step } = setUp({ clearForMs: 5000 });
  step(fire());
  expect(step({ verdict: 'clear' })).toBe(5000);
  step({ verdict: 'clear' });
  step(fire());
  expect(changes.map(({ state }) => state?.clearingSince)).toEqual([undefined, clock.now(), undefined]);
});

it('saves an alert that fires after it was pending, and its end with the event', async () => {
  const { changes, clock, table, step } = setUp({ forMs: 5000, channels: ['pager'] });
  expect(step(fire())).toBe(5000);
  await clock.advance(5000);
  expect(step(fire())).toBe(Infinity);
  step({ verdict: 'clear' });
  expect(changes).toMatchObject([
    { key: 'x/database/a', state: { alert: { state: 'pending' } } },
    { state: { alert: { state: 'firing' } }, event: { kind: 'fired' }, channels: ['pager'] },
    { key: 'x/database/a', state: undefined, event: { kind: 'cleared' }, channels: ['pager'] },
  ]);
  expect(table.list).toEqual([]);
});

it('begins a breach in the same step that ends the last one', () => {
  const { changes, step } = setUp();
  step(fire());
  const evaluations: Evaluation[] = [{ verdict: 'clear' }, fire()];
  step(fire(), () => evaluations.shift() as Evaluation);
  expect(changes.map(({ event }) => event?.kind)).toEqual(['fired', 'cleared', 'fired']);
});

it('returns when time alone may change the verdict', () => {
  const { clock, step } = setUp();
  expect(step({ verdict: 'clear', nextAt: clock.now() + 700 })).toBe(700);
  expect(step({ verdict: 'clear' })).toBe(Infinity);
});

it('evaluates no alert that another member has just changed, but does so 2 s later', () => {
  const { group, changes, step } = setUp();
  group.isHeld = true;
  expect(step(fire())).toBe(2000);
  expect(changes).toEqual([]);
});

it('changes the alerts of a rule that has changed, and no others', () => {
  const { table, changes, steps, setRule, step } = setUp();
  step(fire());
  const { list } = table;
  steps.revise('database', 'a');
  expect(table.list).toBe(list);
  setRule({ severity: 'critical' });
  steps.revise('database', 'a');
  setRule({ severity: 'critical', labels: { team: 'storage' } });
  steps.revise('database', 'a');
  steps.rules = activate([]);
  steps.revise('database', 'a');
  expect(changes.slice(1)).toMatchObject([
    { state: { alert: { severity: 'critical' } } },
    { state: { alert: { labels: { team: 'storage' } } } },
    { state: undefined, event: { kind: 'cleared', reason: 'rule-removed' } },
  ]);
});

describe('the targets that are not known', () => {
  const MINUTE = 60_000;
  const DAY = 86_400_000;
  const [gone, named] = parseRules([
    { name: 'gone', kind: 'missing' },
    { name: 'named', kind: 'missing', resource: 'index', ids: ['i'] },
  ]) as [CheckedRule, CheckedRule];

  function setUpUnknown({ isListKnown = true, kept = [] as ResourceKind[] } = {}) {
    const { clock, group, steps, table } = setUp();
    steps.rules = activate([gone, named]);
    /** Raises the alert of the rule `gone`. */
    const raise = (resource: ResourceKind): void =>
      void steps.step({
        rule: gone,
        target: { resource, id: 'i' },
        evaluate: () => ({ verdict: 'fire', summary: '' }),
      });
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
    const { targets, group, evaluate, alerts } = setUpUnknown();
    group.isHeld = true;
    targets.indexIsAbsent('i');
    evaluate('index');
    expect(alerts()).toEqual([]);
    group.isHeld = false;
    evaluate('index');
    expect(alerts()).toEqual(['gone/index/i', 'named/index/i']);
  });

  it('raises alerts of a new absence alone, and forgets after a day those whose rule does not name the index', async () => {
    const { clock, targets, evaluate, alerts } = setUpUnknown();
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
    const { clock, evaluate, alerts } = setUpUnknown({ kept: ['database'], isListKnown: false });
    expect(evaluate('database')).toBe(MINUTE);
    await clock.advance(10 * MINUTE - 1);
    expect(evaluate('database')).toBe(MINUTE);
    expect(alerts()).toEqual(['gone/database/i']);
    await clock.advance(1);
    expect(evaluate('database')).toBe(Infinity);
    expect(alerts()).toEqual([]);

    const known = setUpUnknown({ kept: ['database'] });
    known.targets.targetIsKnown('database', 'i');
    known.evaluate('database');
    expect(known.alerts()).toEqual([]);
  });

  it('waits for the first list before it ends alerts of an index', async () => {
    const { clock, raise, evaluate, alerts } = setUpUnknown({ isListKnown: false });
    raise('index');
    await clock.advance(DAY);
    expect(evaluate('index')).toBe(MINUTE);
    expect(alerts()).toEqual(['gone/index/i']);
  });

  it('tells apart a database and an index of one id', () => {
    const { targets, raise, evaluate, alerts } = setUpUnknown();
    raise('database');
    targets.indexIsAbsent('i');
    evaluate('database');
    expect(alerts()).toEqual([]);
    evaluate('index');
    expect(alerts()).toEqual(['gone/index/i', 'named/index/i']);
  });
});
