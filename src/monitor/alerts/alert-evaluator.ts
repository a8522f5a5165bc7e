import type { Fleet } from '../../core/fleet/fleet.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import type { Clock } from '../../core/shared/clock.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { EntityStore } from '../../core/store/entity-store.js';
import type { ActiveRules } from '../rules/active-rules.js';
import { evaluatePolling } from '../rules/evaluate-polling.js';
import type { TargetKind } from '../rules/rule.js';
import { createAlertSteps, type AlertStepsOptions } from './alert-steps.js';
import { createKnownTargets } from './known-targets.js';
import type { LastTransitions } from './last-transitions.js';
import { createUnknownTargets } from './unknown-targets.js';

export interface AlertEvaluatorOptions extends AlertStepsOptions {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly transitions: LastTransitions;
}

/** Evaluates the rules for one target after the other, and steps its alerts. */
export interface AlertEvaluator {
  readonly rules: ActiveRules;
  /** Has to be followed by an evaluation of each target that is known or has an alert. */
  setRules(rules: ActiveRules): void;
  /** The computer has just woken up: no record could be confirmed before. */
  noteAwake(): void;
  /** The kept usage readings of a target do not count: they may be older than its kept alerts. */
  ignoreReadingsOf(kind: ResourceKind, id: string): void;
  /** An index was listed, and is absent from the list now. */
  noteAbsent(id: string): void;
  /** @returns when time alone may change an alert of the target, Unix milliseconds; `Infinity` if it cannot */
  evaluate(kind: TargetKind, id: string): number;
}

export function createAlertEvaluator(options: AlertEvaluatorOptions): AlertEvaluator {
  const { fleet, kernel, clock, table, transitions } = options;
  const stores: Readonly<Record<ResourceKind, EntityStore<object>>> = {
    database: kernel.databases,
    index: kernel.indices,
  };
  const steps = createAlertSteps(options);
  const known = createKnownTargets({ kernel, clock, transitions, steps });
  const isListKnown = (): boolean => kernel.list.entry.confirmedAt !== undefined;
  const unknown = createUnknownTargets({ clock, table, steps, isListKnown });

  function evaluateFleet(id: string): number {
    const polling = fleet.polling.status.value;
    let nextAt = Infinity;
    for (const { rule } of steps.rules.of.fleet) {
      if (rule.kind !== 'polling') continue;
      const evaluate = () => evaluatePolling(rule, polling);
      nextAt = Math.min(nextAt, steps.step({ rule, target: { resource: 'fleet', id }, evaluate }));
    }
    return nextAt;
  }

  return {
    get rules() {
      return steps.rules;
    },
    setRules(rules) {
      steps.rules = rules;
    },
    noteAwake() {
      known.awakeSince = clock.now();
    },
    ignoreReadingsOf: known.ignoreReadingsOf,
    noteAbsent: unknown.noteAbsent,
    evaluate(kind, id) {
      steps.revise(kind, id);
      if (kind === 'fleet') return evaluateFleet(id);
      if (stores[kind].isMember(id)) {
        unknown.noteKnown(kind, id);
        return known.evaluate(kind, stores[kind].peek(id));
      }
      const nextAt = unknown.evaluate(kind, id);
      if (!table.has(kind, id)) known.forget(kind, id);
      return nextAt;
    },
  };
}
