import { expect, it } from 'vitest';
import { AlertSteps } from '../../../src/monitor/alerts/alert-steps.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import type { AlertState } from '../../../src/monitor/alerts/step-alert.js';
import type { CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import type { Evaluation } from '../../../src/monitor/rules/evaluation.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import type { Rule } from '../../../src/monitor/rules/rule.js';
import { createManualClock } from '../../support/manual-clock.js';

const DRIFT: Rule = { name: 'x', kind: 'drift', clearForMs: 5000 };

function setUp(given = DRIFT) {
  const clock = createManualClock();
  const saved: AlertState[] = [];
  const table = createAlertTable((_, text = '{}') => void saved.push(JSON.parse(text) as AlertState));
  const group = { isHeld: false };
  const steps = new AlertSteps({ clock, table, onEvent: () => {}, isHeld: () => group.isHeld });
  const [rule] = parseRules([given]) as [CheckedRule];
  const step = (evaluation: Evaluation): number =>
    steps.step({ rule, target: { resource: 'database', id: 'a' }, evaluate: () => evaluation }) - clock.now();
  return { clock, table, saved, group, step, rule };
}

const FIRE: Evaluation = { verdict: 'fire', summary: 'It drifts.' };

it('saves that a pending alert fires, although its texts stay', async () => {
  const { saved, clock, step } = setUp({ ...DRIFT, forMs: 5000 });
  step(FIRE);
  await clock.advance(5000);
  step(FIRE);
  expect(saved.map(({ alert }) => alert.state)).toEqual(['pending', 'firing']);
});

it('saves that an alert begins to clear, once, and that it fires again', () => {
  const { saved, clock, step } = setUp();
  step(FIRE);
  expect(step({ verdict: 'clear' })).toBe(5000);
  step({ verdict: 'clear' });
  step(FIRE);
  expect(saved.map(({ clearingSince }) => clearingSince)).toEqual([undefined, clock.now(), undefined]);
});

it('evaluates an alert that another member has just changed 2 s later, and at once without a group', () => {
  const { clock, group, table, rule, step } = setUp();
  group.isHeld = true;
  expect(step(FIRE)).toBe(2000);
  expect(table.list).toEqual([]);
  const steps = new AlertSteps({ clock, table, onEvent: () => {} });
  steps.step({ rule, target: { resource: 'fleet', id: '' }, evaluate: () => FIRE });
  expect(table.list).toMatchObject([{ state: 'firing' }]);
});
