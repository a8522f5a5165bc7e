import { expect, it } from 'vitest';
import { createAlertSteps } from '../../../src/monitor/alerts/alert-steps.js';
import { createAlertTable } from '../../../src/monitor/alerts/alert-table.js';
import { createUnknownTargets } from '../../../src/monitor/alerts/unknown-targets.js';
import { activate } from '../../../src/monitor/rules/active-rules.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';
import { createManualClock } from '../../support/manual-clock.js';

it('raises the alert of an absent index after another member of the group has ended its last one', () => {
  const clock = createManualClock();
  const table = createAlertTable();
  let isHeld = true;
  const steps = createAlertSteps({ clock, table, onChange: () => {}, isHeld: () => isHeld });
  steps.rules = activate(parseRules([{ name: 'gone', kind: 'missing', resource: 'index' }]));
  const targets = createUnknownTargets({ clock, table, steps, isListKnown: () => true });

  targets.indexIsAbsent('idx');
  targets.evaluate('index', 'idx');
  expect(table.list).toEqual([]);
  isHeld = false;
  targets.evaluate('index', 'idx');
  expect(table.list).toMatchObject([{ rule: 'gone', id: 'idx' }]);
});
