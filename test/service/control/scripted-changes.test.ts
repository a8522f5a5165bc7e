import { describe, expect, it } from 'vitest';
import { createScriptedChanges, inspectScript, type Change } from '../../../src/service/control/script.js';
import { createGate } from '../../support/gate.js';
import { createManualClock } from '../../support/manual-clock.js';

const TWO_STEPS = [
  { afterMs: 1, set: { n: 1 } },
  { afterMs: 2, set: { n: 2 } },
];

describe('createScriptedChanges', () => {
  it('carries out the steps that are due before it cancels the later ones', async () => {
    const clock = createManualClock();
    const scripts = createScriptedChanges(clock, () => {});
    const begun: unknown[] = [];
    const first = createGate();
    const change: Change = async ({ set }) => {
      begun.push(set?.['n']);
      if (set?.['n'] === 1) await first.opened;
      return {};
    };
    await scripts.run('a', [...TWO_STEPS, { afterMs: 9, set: { n: 3 } }], change);
    await clock.advance(5);
    const cancelled = scripts.cancel('a');
    first.open();
    await cancelled;
    await clock.advance(10);
    expect(begun).toEqual([undefined, 1, 2]);
  });

  it('reports a later step that fails, and continues with the next', async () => {
    const clock = createManualClock();
    const failed: string[] = [];
    const scripts = createScriptedChanges(clock, (owner) => failed.push(owner));
    const change: Change = async () => {
      if (clock.monotonic() > 0) throw new Error('disk full');
      return { id: 'a' };
    };
    await scripts.run('a', TWO_STEPS, change);
    await clock.advance(5);
    expect(failed).toEqual(['a', 'a']);
  });
});

describe('inspectScript', () => {
  it('names every invalid path at once, and no value', () => {
    const issues = inspectScript({
      steps: [{ afterMs: -1 }, { set: ['CANARY'] }, { unset: 'CANARY' }, { sett: 'CANARY' }, 'CANARY'],
      extra: 'CANARY',
    });
    const steps = ['steps[0].afterMs', 'steps[1].set', 'steps[2].unset', 'steps[3].sett', 'steps[4]'];
    expect(issues.map(({ path }) => path).sort()).toEqual(['extra', ...steps]);
    expect(JSON.stringify(issues)).not.toContain('CANARY');
  });

  it('refuses a step that is earlier than the previous step, and too many steps', () => {
    const issues = inspectScript({ steps: [{ afterMs: 10 }, { afterMs: 10 }, { set: {} }] });
    expect(issues).toEqual([{ path: 'steps[2].afterMs', message: 'must not be earlier than the step before' }]);
    const steps = (count: number) => ({ steps: Array.from({ length: count }, () => ({})) });
    expect(inspectScript(steps(1000))).toEqual([]);
    expect(inspectScript(steps(1001))).toEqual([{ path: 'steps', message: 'expected a list of at most 1000 steps' }]);
  });
});
