import type { Clock } from '../../core/shared/clock.js';
import type { ActiveRules } from '../rules/active-rules.js';
import type { Evaluation } from '../rules/evaluation.js';
import type { TargetKind } from '../rules/rule.js';
import type { AlertEvent } from './alert.js';
import type { AlertTable } from './alert-table.js';
import { alertKey, endAlert, reviseAlert, stepAlert, type AlertState, type StepFacts } from './step-alert.js';

export interface RaisedEvent {
  readonly event: AlertEvent;
  /** The channels that get the event; `undefined` for all channels. */
  readonly channels: readonly string[] | undefined;
  readonly fingerprint: string;
}

interface StepInput extends Omit<StepFacts, 'now'> {
  /** When the facts were observed, Unix milliseconds; `undefined` if time alone decides. */
  readonly evidenceAt?: number | undefined;
  readonly evaluate: (alert: AlertState | undefined) => Evaluation;
}

export interface AlertStepsOptions {
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly onEvent: (raised: RaisedEvent) => void;
  /** Whether another member of the group has just changed the alert, based on facts newer than `evidenceAt`. */
  readonly isHeld?: ((key: string, evidenceAt: number | undefined) => boolean) | undefined;
}

/** A held alert is evaluated again after this time. */
const HELD_MS = 2000;

/** Changes alerts in the table, and reports their events. */
export class AlertSteps {
  readonly #options: AlertStepsOptions;

  constructor(options: AlertStepsOptions) {
    this.#options = options;
  }

  /** @returns when time alone may change the alert, Unix milliseconds; `Infinity` if it cannot */
  step(input: StepInput): number {
    const { clock, table, isHeld } = this.#options;
    const { rule, target, name, evidenceAt, evaluate } = input;
    const key = alertKey(rule.name, target);
    if (isHeld?.(key, evidenceAt) === true) return clock.now() + HELD_MS;
    const before = table.get(key);
    const evaluation = evaluate(before);
    const facts = { rule, target, name, now: clock.now() };
    const { state, event, nextAt = Infinity } = stepAlert(before, evaluation, facts);
    // The measured value and the name are saved with other changes, because the value changes often.
    const isSaved = before?.alert.state !== state?.alert.state || before?.clearingSince !== state?.clearingSince;
    if (state !== before) this.#change(before, state, event, isSaved);
    // The change that ended this breach may have begun another.
    if (before !== undefined && state === undefined) return this.step(input);
    return Math.min(nextAt, evaluation.nextAt ?? Infinity);
  }

  revise(kind: TargetKind, id: string, rules: ActiveRules['named']): void {
    for (const state of this.#options.table.of(kind, id)) {
      const revised = reviseAlert(state, rules.get(state.alert.rule));
      if (revised === undefined) this.end(state, 'rule-removed');
      else if (revised !== state) this.#change(state, revised);
    }
  }

  end(state: AlertState, reason: 'forgotten' | 'rule-removed'): void {
    this.#change(state, undefined, endAlert(state, reason, this.#options.clock.now()));
  }

  #change(before: AlertState | undefined, state: AlertState | undefined, event?: AlertEvent, isSaved = true): void {
    const { table, onEvent } = this.#options;
    const { alert, channels, fingerprint } = (state ?? before) as AlertState;
    if (state === undefined) table.delete(alert.key);
    else table.set(state, isSaved);
    if (event !== undefined) onEvent({ event, channels, fingerprint });
  }
}
