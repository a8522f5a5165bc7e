import type { Clock } from '../../core/shared/clock.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { CheckedRuleOf } from '../rules/checked-rule.js';
import type { Evaluation } from '../rules/evaluation.js';
import type { Alert } from './alert.js';
import type { AlertSteps } from './alert-steps.js';
import type { AlertTable } from './alert-table.js';
import { alertKey } from './step-alert.js';

export interface UnknownTargetsOptions {
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly steps: AlertSteps;
  readonly isListKnown: () => boolean;
}

/**
 * Decides about the alerts of ids that the fleet does not know.
 *
 * 1. After a restart they wait: the ids may come from a slow source, and the list of indices needs an answer.
 * 2. An index that goes from the list raises the alerts of `missing` rules.
 * 3. All other alerts clear as `forgotten`.
 */
export type UnknownTargets = ReturnType<typeof createUnknownTargets>;

const AWAIT_IDS_MS = 600_000;
const AWAIT_CHECK_MS = 60_000;

/** An index that is absent for longer is assumed to be deleted on purpose, unless a rule lists its id. */
const FORGET_ABSENT_MS = 24 * 3_600_000;

const ABSENT: Evaluation = { verdict: 'fire', summary: 'The index is absent from the list of the service.' };

export function createUnknownTargets({ clock, table, steps, isListKnown }: UnknownTargetsOptions) {
  const absent = new Set<string>();
  /** Targets of kept alerts whose ids have not been known yet. */
  const awaited = new Set(Array.from(table.values(), ({ alert }) => `${alert.resource}/${alert.id}`));
  const startedMs = clock.monotonic();

  function isAwaited(kind: ResourceKind, id: string): boolean {
    if (kind === 'index' && !isListKnown()) return true;
    return awaited.has(`${kind}/${id}`) && clock.monotonic() - startedMs < AWAIT_IDS_MS;
  }

  /** Steps the alerts of the `missing` rules that cover an absent index, and ends all other alerts of the target. */
  function evaluateAbsence(kind: ResourceKind, id: string, isNew: boolean): number {
    const kept = new Set<string>();
    const now = clock.now();
    let nextAt = Infinity;
    for (const { rule, includes } of kind === 'index' ? steps.rules.of.index : []) {
      if (rule.kind !== 'missing' || !includes(id)) continue;
      const target = { resource: kind, id };
      const key = alertKey(rule.name, target);
      const before = table.get(key);
      // Only a new absence begins an alert.
      if (before === undefined && !isNew) continue;
      const forgetAt = forgetAbsentAt(rule, before?.alert, now);
      if (now >= forgetAt) continue;
      nextAt = Math.min(nextAt, forgetAt, steps.step({ rule, target, evaluate: () => ABSENT }));
      kept.add(key);
      // Another member of the group has just ended the alert: this absence is looked at again.
      if (table.get(key) === undefined) absent.add(id);
    }
    for (const state of table.of(kind, id)) if (!kept.has(state.alert.key)) steps.forget(state);
    return nextAt;
  }

  return {
    indexIsAbsent: (id: string) => void absent.add(id),
    targetIsKnown: (kind: ResourceKind, id: string) => void awaited.delete(`${kind}/${id}`),
    /** @returns when time alone may change an alert of the target, Unix milliseconds; `Infinity` if it cannot */
    evaluate(kind: ResourceKind, id: string) {
      if (table.has(kind, id) && isAwaited(kind, id)) return clock.now() + AWAIT_CHECK_MS;
      awaited.delete(`${kind}/${id}`);
      const isNew = kind === 'index' && absent.delete(id);
      return evaluateAbsence(kind, id, isNew);
    },
  };
}

/** @returns when an absent index is forgotten, Unix milliseconds; `Infinity` if a rule names it */
function forgetAbsentAt(rule: CheckedRuleOf<'missing'>, alert: Alert | undefined, now: number): number {
  return rule.ids === undefined ? (alert?.startedAt ?? now) + FORGET_ABSENT_MS : Infinity;
}
