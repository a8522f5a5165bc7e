import type { Fleet } from '../../core/fleet/fleet.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import type { UsageReading } from '../../core/limits/usage-sample.js';
import { usagePart } from '../../core/limits/usage-part.js';
import type { Database } from '../../core/records/database.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import { nameOfRecord } from '../../format/record-name.js';
import type { ActiveRules } from '../rules/active-rules.js';
import { evaluateLimit, type LimitBasedRule } from '../rules/evaluate-limit.js';
import { evaluatePolling, evaluateRecord } from '../rules/evaluate-record.js';
import type { Evaluation, RecordFacts } from '../rules/evaluation.js';
import type { TargetKind } from '../rules/rule.js';
import { AlertSteps, type AlertStepsOptions } from './alert-steps.js';
import { alertKey } from './step-alert.js';

/** `table` already contains the alerts of an earlier process. */
export interface AlertEvaluatorOptions extends AlertStepsOptions {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  /** The present rules. After a change, the caller evaluates each target that is known or has an alert. */
  readonly rules: () => ActiveRules;
  /** Names by id of the indices that disappeared from the list and were not evaluated since. */
  readonly absentIndices: Map<string, string | undefined>;
  /** Whether usage readings from before the start do not count, because the alerts of the table may be newer. */
  readonly hasKeptState: boolean;
  /** Whether the service has not answered yet. @param isExpected whether the fleet will have something to request */
  readonly isSilent: (isExpected: boolean) => boolean;
}

/** How often the polling is evaluated while the service has not answered. */
const SILENT_MS = 1000;

/** After a start, kept alerts wait this long for their ids, whose source may be slow. */
const AWAIT_IDS_MS = 600_000;
const AWAIT_CHECK_MS = 60_000;

/** An index that is absent for longer is assumed to be deleted on purpose, unless a rule lists its id. */
const FORGET_ABSENT_MS = 24 * 3_600_000;

const ABSENT: Evaluation = { verdict: 'fire', summary: 'The index is absent from the list of the service.' };

/** A longer name is cut: the service does not limit names. */
const MAX_NAME = 200;

/** Evaluates the rules for one target at a time, and updates its alerts. Create it when the monitor starts. */
export class AlertEvaluator {
  readonly #options: AlertEvaluatorOptions;
  readonly #steps: AlertSteps;
  /** Targets of kept alerts whose ids the fleet does not know yet. */
  readonly #awaited: Set<string>;
  readonly #startedMs: number;
  /** When the monitor began to watch each record that has no confirmation, Unix milliseconds. */
  readonly #watchedSince = new Map<string, number>();
  #awakeSince: number;
  /** Usage readings from before this time do not count, Unix milliseconds. */
  #usageSince: number;

  constructor(options: AlertEvaluatorOptions) {
    const { clock, table, hasKeptState } = options;
    this.#options = options;
    this.#steps = new AlertSteps(options);
    this.#awaited = new Set(Array.from(table.values(), ({ alert }) => `${alert.resource}/${alert.id}`));
    this.#startedMs = clock.monotonic();
    this.#awakeSince = clock.now();
    this.#usageSince = hasKeptState ? this.#awakeSince : -Infinity;
  }

  /** To be called after the clock was set, and after sleep, because no record was confirmed during it. */
  wokeUp(): void {
    this.#awakeSince = this.#options.clock.now();
    // After the clock was set back, new readings have earlier times than the start.
    this.#usageSince = Math.min(this.#usageSince, this.#awakeSince);
  }

  /** @returns when time alone may change an alert of the target, Unix milliseconds; `Infinity` if it cannot */
  evaluate(kind: TargetKind, id: string): number {
    const { kernel, rules } = this.#options;
    this.#steps.revise(kind, id, rules().named);
    if (kind === 'fleet') return this.#evaluateFleet(id);
    const store = kernel.stores[kind];
    if (!store.isMember(id)) return this.#evaluateUnknown(kind, id);
    this.#awaited.delete(`${kind}/${id}`);
    return this.#evaluateResource(kind, store.peek(id));
  }

  #evaluateFleet(id: string): number {
    const { fleet, clock, rules, isSilent } = this.#options;
    const polling = fleet.polling.status.value;
    // After a start, the state is `running` until requests fail. Meanwhile a kept alert of an outage must not clear.
    const isUnknown = polling.state === 'running' && isSilent(this.#isAwaited('fleet/'));
    const unknown: Evaluation = { verdict: 'unknown', nextAt: clock.now() + SILENT_MS };
    return earliest(rules().of.fleet, ({ rule }) => {
      const evaluate = () => (isUnknown ? unknown : evaluatePolling(rule, polling));
      return this.#steps.step({ rule, target: { resource: 'fleet', id }, evaluate });
    });
  }

  #evaluateResource(kind: ResourceKind, entry: Entry<object>): number {
    const { clock, kernel, rules } = this.#options;
    const { id } = entry;
    const name = nameOf(kind, entry.record);
    const target = `${kind}/${id}`;
    const watchedSince = entry.confirmedAt ?? this.#watchedSince.get(target) ?? clock.now();
    if (entry.confirmedAt === undefined) this.#watchedSince.set(target, watchedSince);
    else this.#watchedSince.delete(target);
    const facts: RecordFacts = {
      now: clock.now(),
      entry,
      lastTransition: (field) => kernel.transitions.kept.findLast((each) => each.id === id && each.field === field),
      awakeSince: this.#awakeSince,
      watchedSince,
    };
    return earliest(rules().of[kind], ({ rule, includes }) => {
      if (!includes(id)) return Infinity;
      if (rule.kind === 'limit' || rule.kind === 'forecast') return this.#evaluateLimits(rule, kind, entry);
      return this.#steps.step({
        rule,
        target: { resource: kind, id },
        name,
        evidenceAt: rule.kind === 'age' || entry.status !== 'fresh' ? undefined : entry.confirmedAt,
        evaluate: (alert) => evaluateRecord(rule, facts, alert),
      });
    });
  }

  #evaluateLimits(rule: LimitBasedRule, kind: ResourceKind, { id, record, status }: Entry<object>): number {
    const { kernel, clock } = this.#options;
    const sample = usagePart(kernel).peek(kind, id);
    if (status === 'missing' || sample === undefined) return Infinity;
    const name = nameOf(kind, record);
    const usages = limitUsage(record as Database | IndexRecord | undefined, sample, kernel.options.thresholds);
    return earliest(usages, (usage) => {
      const { field } = usage;
      const reading = sample[field as keyof typeof sample] as UsageReading | undefined;
      if (reading === undefined || reading.at < this.#usageSince) return Infinity;
      if (rule.fields?.includes(field) === false) return Infinity;
      const evaluate = () => evaluateLimit(rule, usage, clock.now());
      return this.#steps.step({ rule, target: { resource: kind, id, field }, name, evidenceAt: reading.at, evaluate });
    });
  }

  /**
   * Decides about the alerts of an id that the fleet does not know.
   * 1. After a restart they stay: the ids may come from a slow source, and the list of indices may not be answered yet.
   * 2. An index that disappears from the list raises the alerts of `missing` rules.
   * 3. All other alerts clear as `forgotten`.
   */
  #evaluateUnknown(kind: ResourceKind, id: string): number {
    const { clock, kernel, table } = this.#options;
    const target = `${kind}/${id}`;
    const isListAwaited = kind === 'index' && !kernel.list.isAnswered;
    if (table.has(kind, id) && (isListAwaited || this.#isAwaited(target))) return clock.now() + AWAIT_CHECK_MS;
    this.#awaited.delete(target);
    this.#watchedSince.delete(target);
    const absences = kind === 'index' ? this.#evaluateAbsence(id) : [];
    for (const state of table.of(kind, id))
      if (absences.every(({ key }) => key !== state.alert.key)) this.#steps.end(state, 'forgotten');
    return earliest(absences, ({ nextAt }) => nextAt);
  }

  /** Whether a target has kept alerts, and its ids may still come from a slow source. */
  #isAwaited(target: string): boolean {
    return this.#awaited.has(target) && this.#options.clock.monotonic() - this.#startedMs < AWAIT_IDS_MS;
  }

  /** @returns the alerts of `missing` rules, each with the time when time alone may change it */
  #evaluateAbsence(id: string) {
    const { clock, rules, table, absentIndices } = this.#options;
    const now = clock.now();
    const isNew = absentIndices.has(id);
    const name = absentIndices.get(id);
    absentIndices.delete(id);
    return rules().of.index.flatMap(({ rule, includes }) => {
      if (rule.kind !== 'missing' || !includes(id)) return [];
      const target = { resource: 'index', id } as const;
      const key = alertKey(rule.name, target);
      const before = table.get(key);
      const forgetAt = rule.ids === undefined ? (before?.alert.startedAt ?? now) + FORGET_ABSENT_MS : Infinity;
      // Only a new absence begins an alert.
      if ((before === undefined && !isNew) || now >= forgetAt) return [];
      const nextAt = this.#steps.step({ rule, target, name, evaluate: () => ABSENT });
      // Another member of the group has just ended the alert: the next evaluation checks this absence again.
      if (table.get(key) === undefined) absentIndices.set(id, name);
      return [{ key, nextAt: Math.min(forgetAt, nextAt) }];
    });
  }
}

function earliest<T>(list: readonly T[], timeOf: (each: T) => number): number {
  return Math.min(...list.map(timeOf));
}

export function nameOf(kind: ResourceKind, record: object = {}): string | undefined {
  const { database_name, name } = record as { readonly database_name?: unknown; readonly name?: unknown };
  return nameOfRecord(kind === 'database' ? { database_name } : { name })?.slice(0, MAX_NAME);
}
