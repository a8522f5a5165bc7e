import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import { readAlert } from '../../../src/monitor/alerts/alert-texts.js';
import { shiftAlert, stepAlert, type AlertState } from '../../../src/monitor/alerts/step-alert.js';
import type { CheckedRule } from '../../../src/monitor/rules/checked-rule.js';
import type { Evaluation } from '../../../src/monitor/rules/evaluation.js';
import { parseRules } from '../../../src/monitor/rules/rule-schema.js';

const START = Date.UTC(2026, 0, 1);
const FOR_MS = [0, 1000, 60_000];
const target = { resource: 'database', id: 'a' } as const;

type Happening =
  | { readonly kind: 'verdict'; readonly verdict: Evaluation['verdict'] }
  | { readonly kind: 'time'; readonly ms: number }
  /** The wall clock jumps while the monitor runs. */
  | { readonly kind: 'jump'; readonly ms: number }
  /** The monitor restarts. The wall clock may jump meanwhile. */
  | { readonly kind: 'restart'; readonly ms: number };

const jumps = fc.constantFrom(-3_600_000, -10_000, 10_000, 86_400_000);
const happenings: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('verdict' as const),
      verdict: fc.constantFrom('fire', 'clear', 'between', 'unknown' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 1, max: 90_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump' as const), ms: jumps }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), ms: fc.oneof(fc.constant(1), jumps) }) },
);

it('raises each breach once and clears it once, whatever the verdicts, restarts and clocks', () => {
  fc.assert(
    fc.property(
      fc.array(happenings, { maxLength: 60 }),
      fc.constantFrom(...FOR_MS),
      fc.constantFrom(...FOR_MS),
      (given, forMs, clearForMs) => {
        const rule = parseRules([{ name: 'x', kind: 'drift', forMs, clearForMs }])[0] as CheckedRule;
        let state: AlertState | undefined;
        let wallMs = START;
        /** How long the monitor has run since the fire or the clear condition began to hold, or was not known to hold. */
        let heldMs: number | undefined;
        let clearedMs: number | undefined;
        let isRestarted = false;
        const events: AlertEvent[] = [];

        function pass(ms: number): void {
          wallMs += ms;
          if (heldMs !== undefined) heldMs += ms;
          if (clearedMs !== undefined) clearedMs += ms;
        }

        for (const happening of given) {
          if (happening.kind === 'time') pass(happening.ms);
          if (happening.kind === 'jump') {
            wallMs += happening.ms;
            state &&= shiftAlert(state, happening.ms);
          }
          if (happening.kind === 'restart') {
            wallMs += happening.ms;
            isRestarted = true;
            const key = `alert/x/database/a`;
            state &&= readAlert(key, JSON.stringify(state), wallMs);
          }
          if (happening.kind !== 'verdict') continue;
          const { verdict } = happening;
          if (verdict !== 'unknown') {
            heldMs = verdict === 'fire' ? (heldMs ?? 0) : undefined;
            clearedMs = verdict === 'clear' ? (clearedMs ?? 0) : undefined;
          }
          const evaluation: Evaluation = verdict === 'fire' ? { verdict, summary: 'x' } : { verdict };
          const step = stepAlert(state, evaluation, { rule, target, now: wallMs });
          state = step.state;
          // A wait that a restart interrupts may end early, because the time of the restart counts.
          if (step.event?.kind === 'fired' && !isRestarted) expect(heldMs).toBeGreaterThanOrEqual(forMs);
          if (step.event?.kind === 'cleared' && !isRestarted) expect(clearedMs).toBeGreaterThanOrEqual(clearForMs);
          if (step.event) events.push(step.event);
          if (verdict === 'unknown' || verdict === 'between') expect(step.event).toBeUndefined();
          // A condition that has held for long enough is told at this step, not later.
          if (verdict === 'fire' && (heldMs as number) >= forMs && !isRestarted)
            expect(state?.alert.state).toBe('firing');
          if (verdict === 'clear' && (clearedMs as number) >= clearForMs && !isRestarted) expect(state).toBeUndefined();
        }

        expect(events.map(({ kind }) => kind)).toEqual(events.map((_, at) => (at % 2 === 0 ? 'fired' : 'cleared')));
        for (const [at, { kind, alert, durationMs }] of events.entries()) {
          if (kind === 'fired') continue;
          expect(alert.startedAt).toBe(events[at - 1]?.alert.startedAt);
          expect(durationMs).toBeGreaterThanOrEqual(0);
        }
        expect(state?.alert.state === 'firing').toBe(events.length % 2 === 1);
      },
    ),
    { numRuns: 2000 },
  );
});
