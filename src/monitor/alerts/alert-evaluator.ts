import type { Database } from '../../core/api/database.js';
import type { IndexRecord } from '../../core/api/vector-index.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { SnapshotParts } from '../../core/fleet/snapshot-parts.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import type { UsageReading } from '../../core/limits/usage-sample.js';
import type { Clock } from '../../core/shared/clock.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { EntityStore } from '../../core/state/entity-store.js';
import type { Entry } from '../../core/state/entry.js';
import type { ActiveRule, ActiveRules } from '../rules/active-rules.js';
import type { CheckedRule } from '../rules/checked-rule.js';
import { evaluateLimit } from '../rules/evaluate-limit.js';
import { evaluatePolling } from '../rules/evaluate-polling.js';
import { evaluateRecord } from '../rules/evaluate-record.js';
import type { AlertSoFar, Evaluation } from '../rules/evaluation.js';
import type { AlertEvent, AlertTarget } from './alert.js';
import type { TargetKind } from '../rules/rule.js';
import type { AlertTable } from './alert-table.js';
import type { LastTransitions } from './last-transitions.js';
import { alertKey, endAlert, stepAlert, type AlertState } from './step-alert.js';

export interface AlertEvaluatorOptions {
  readonly fleet: Fleet;
  readonly parts: SnapshotParts;
  readonly clock: Clock;
  readonly table: AlertTable;
  readonly transitions: LastTransitions;
  /**
   * Called for each alert that changed.
   *
   * @param state `undefined` if the alert has ended
   */
  readonly onChange: (key: string, state: AlertState | undefined, event: AlertEvent | undefined) => void;
}

/** Evaluates the rules for one target after the other, and steps its alerts. */
export interface AlertEvaluator {
  rules: ActiveRules;
  /** Polling has had a chance to confirm each record since this time, Unix milliseconds. */
  awakeSince: number;
  /** Usage readings that a program before this one has made say nothing about the present. */
  ignoreReadingsOf(kind: ResourceKind, id: string): void;
  /** An index is absent from the list of the service. */
  noteAbsent(id: string): void;
  /** @returns when time alone may change an alert of the target, Unix milliseconds; `Infinity` if it cannot */
  evaluate(kind: TargetKind, id: string): number;
}

/** The ids of a restarted program may come from a slow source. Until then, an unknown id with an alert is not forgotten. */
const AWAIT_IDS_MS = 600_000;
const AWAIT_CHECK_MS = 60_000;

/** An index that is absent for longer was deleted on purpose, unless a rule names it. */
const FORGET_ABSENT_MS = 24 * 3_600_000;

/** The service does not limit names. */
const MAX_NAME = 200;

export function createAlertEvaluator(options: AlertEvaluatorOptions): AlertEvaluator {
  const { fleet, parts, clock, table, transitions, onChange } = options;
  const stores: Readonly<Record<ResourceKind, EntityStore<object>>> = {
    database: parts.databases,
    index: parts.indices,
  };
  const oldReadings = new WeakSet<UsageReading>();
  const absent = new Set<string>();
  /** Targets of kept alerts whose ids have not been known yet. */
  const awaited = new Set(Array.from(table.values(), ({ alert }) => `${alert.resource}/${alert.id}`));
  /** Since when a record without any confirmation is watched. */
  const watchedSince = new Map<string, number>();
  const startedMs = clock.monotonic();

  /** @returns when time alone may change the alert. */
  function step(
    rule: CheckedRule,
    target: AlertTarget,
    evaluate: (alert: AlertSoFar | undefined) => Evaluation,
    name?: string,
  ): number {
    const key = alertKey(rule.name, target);
    const before = table.get(key);
    const now = clock.now();
    const evaluation = evaluate(before && { isFiring: before.alert.state === 'firing', subject: before.subject });
    const { state, event, nextAt = Infinity } = stepAlert(before, evaluation, { rule, target, name, now });
    put(key, before, state, event);
    // A breach may have begun in the same change that has ended the last one.
    if (before !== undefined && state === undefined && evaluation.verdict === 'clear')
      return Math.min(nextAt, step(rule, target, evaluate, name));
    return Math.min(nextAt, evaluation.verdict === 'fire' ? Infinity : (evaluation.nextAt ?? Infinity));
  }

  function put(
    key: string,
    before: AlertState | undefined,
    state: AlertState | undefined,
    event: AlertEvent | undefined,
  ): void {
    if (state === before) return;
    if (state === undefined) table.delete(key);
    else table.set(state);
    if (event !== undefined || state === undefined || isMoreThanMeasured(before, state)) onChange(key, state, event);
  }

  function forget(state: AlertState): void {
    put(state.alert.key, state, undefined, endAlert(state, 'forgotten', clock.now()));
  }

  function evaluateKnown(kind: ResourceKind, id: string, rules: readonly ActiveRule[]): number {
    const entry = stores[kind].peek(id);
    const name = nameOf(kind, entry);
    const facts = {
      now: clock.now(),
      entry,
      lastTransition: (field: 'state' | 'modifying_state') => transitions.of(id, field),
      awakeSince: evaluator.awakeSince,
      watchedSince: watchedSinceOf(`${kind}/${id}`, entry),
    };
    let nextAt = Infinity;
    for (const { rule, includes } of rules) {
      if (!includes(id) || rule.kind === 'polling') continue;
      if (rule.kind === 'limit' || rule.kind === 'forecast')
        nextAt = Math.min(nextAt, evaluateLimits(rule, kind, entry, name));
      else
        nextAt = Math.min(
          nextAt,
          step(rule, { resource: kind, id }, (alert) => evaluateRecord(rule, facts, alert), name),
        );
    }
    return nextAt;
  }

  function evaluateLimits(
    rule: CheckedRule & { readonly kind: 'limit' | 'forecast' },
    kind: ResourceKind,
    { id, record, status }: Entry<object>,
    name: string | undefined,
  ): number {
    const sample = parts.ledger.peek(kind, id);
    if (record === undefined || status === 'missing' || sample === undefined) return Infinity;
    const now = clock.now();
    let nextAt = Infinity;
    for (const usage of limitUsage(record as Database | IndexRecord, sample, parts.thresholds)) {
      const { field } = usage;
      const reading = sample[field as keyof typeof sample] as UsageReading | undefined;
      if (reading === undefined || oldReadings.has(reading) || rule.fields?.includes(field) === false) continue;
      const target = { resource: kind, id, field };
      nextAt = Math.min(
        nextAt,
        step(rule, target, () => evaluateLimit(rule, { now, usage }), name),
      );
    }
    return nextAt;
  }

  function watchedSinceOf(target: string, { confirmedAt }: Entry<object>): number {
    if (confirmedAt !== undefined) {
      if (watchedSince.size > 0) watchedSince.delete(target);
      return confirmedAt;
    }
    const since = watchedSince.get(target) ?? clock.now();
    watchedSince.set(target, since);
    return since;
  }

  /** The id is not known: it was removed, or it is not known yet. */
  function evaluateUnknown(kind: ResourceKind, id: string): number {
    const target = `${kind}/${id}`;
    const isAwaited = awaited.has(target) && clock.monotonic() - startedMs < AWAIT_IDS_MS;
    const isListed = kind === 'database' || parts.list.entry.confirmedAt !== undefined;
    if (table.has(kind, id) && (isAwaited || !isListed)) return clock.now() + AWAIT_CHECK_MS;
    awaited.delete(target);
    watchedSince.delete(target);
    if (kind === 'database') transitions.forget(id);
    const isAbsent = absent.delete(id) && kind === 'index';
    let nextAt = Infinity;
    const kept = new Set<string>();
    const absences = kind === 'index' ? evaluator.rules.index.filter(({ rule }) => rule.kind === 'missing') : [];
    for (const { rule, includes } of absences) {
      const before = table.get(alertKey(rule.name, { resource: kind, id }));
      if (!includes(id) || (before === undefined && !isAbsent)) continue;
      const forgetAt =
        rule.kind === 'missing' && rule.ids === undefined && before !== undefined
          ? before.alert.startedAt + FORGET_ABSENT_MS
          : Infinity;
      if (clock.now() >= forgetAt) continue;
      const evaluate = (): Evaluation => ({
        verdict: 'fire',
        summary: 'The index is absent from the list of the service.',
      });
      nextAt = Math.min(nextAt, step(rule, { resource: kind, id }, evaluate), clock.now() + FORGET_ABSENT_MS);
      kept.add(alertKey(rule.name, { resource: kind, id }));
    }
    for (const state of table.of(kind, id)) if (!kept.has(state.alert.key)) forget(state);
    return nextAt;
  }

  const evaluator: AlertEvaluator = {
    rules: { database: [], index: [], fleet: [] },
    awakeSince: clock.now(),
    ignoreReadingsOf(kind, id) {
      for (const reading of Object.values(parts.ledger.peek(kind, id) ?? {})) oldReadings.add(reading);
    },
    noteAbsent: (id) => void absent.add(id),
    evaluate(kind, id) {
      if (kind === 'fleet') {
        const polling = fleet.polling.status.value;
        let nextAt = Infinity;
        for (const { rule } of evaluator.rules.fleet)
          if (rule.kind === 'polling')
            nextAt = Math.min(
              nextAt,
              step(rule, { resource: kind, id }, () => evaluatePolling(rule, polling)),
            );
        return nextAt;
      }
      if (!stores[kind].isMember(id)) return evaluateUnknown(kind, id);
      if (awaited.size > 0) awaited.delete(`${kind}/${id}`);
      return evaluateKnown(kind, id, evaluator.rules[kind]);
    },
  };
  return evaluator;
}

/** Whether a kept alert has to be saved again: its measured value alone changes often. */
function isMoreThanMeasured(before: AlertState | undefined, { alert, clearingSince }: AlertState): boolean {
  return before?.alert.state !== alert.state || before.clearingSince !== clearingSince;
}

function nameOf(kind: ResourceKind, { record }: Entry<object>): string | undefined {
  const { database_name, name } = (record ?? {}) as { readonly database_name?: unknown; readonly name?: unknown };
  const given = kind === 'database' ? database_name : name;
  return typeof given === 'string' ? given.slice(0, MAX_NAME) : undefined;
}
