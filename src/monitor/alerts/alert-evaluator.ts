import type { Fleet } from '../../core/fleet/fleet.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import type { UsageReading } from '../../core/limits/usage-sample.js';
import { usagePart } from '../../core/limits/usage-part.js';
import type { Database } from '../../core/records/database.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { Clock } from '../../core/shared/clock.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { EntityStore } from '../../core/store/entity-store.js';
import type { Entry } from '../../core/store/entry.js';
import type { ActiveRules } from '../rules/active-rules.js';
import { evaluateLimit, type LimitBasedRule } from '../rules/evaluate-limit.js';
import { evaluatePolling, evaluateRecord } from '../rules/evaluate-record.js';
import type { Evaluation, RecordFacts } from '../rules/evaluation.js';
import type { TargetKind } from '../rules/rule.js';
import { createAlertSteps, type AlertSteps, type AlertStepsOptions } from './alert-steps.js';
import type { LastTransitions } from './last-transitions.js';
import { createUnknownTargets, type UnknownTargets } from './unknown-targets.js';

export interface AlertEvaluatorOptions extends AlertStepsOptions {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly transitions: LastTransitions;
  /** Whether the service has not answered yet. */
  readonly isSilent: () => boolean;
}

/** How often the polling is evaluated while the service has not answered. */
const SILENT_MS = 1000;

/** A longer name is cut: the service does not limit names. */
const MAX_NAME = 200;

/** Evaluates the rules for one target after the other, and steps its alerts. */
export class AlertEvaluator {
  readonly #options: AlertEvaluatorOptions;
  readonly #steps: AlertSteps;
  readonly #unknown: UnknownTargets;
  readonly #oldReadings = new WeakSet<UsageReading>();
  /** When the monitor began to watch each record that has no confirmation, Unix milliseconds. */
  readonly #watchedSince = new Map<string, number>();
  /** Polling has had a chance to confirm each record since this time, Unix milliseconds. */
  #awakeSince: number;

  constructor(options: AlertEvaluatorOptions) {
    const { kernel, clock, table } = options;
    this.#options = options;
    this.#steps = createAlertSteps(options);
    this.#awakeSince = clock.now();
    const isListKnown = (): boolean => kernel.list.isAnswered;
    this.#unknown = createUnknownTargets({ clock, table, steps: this.#steps, isListKnown });
  }

  get rules(): ActiveRules {
    return this.#steps.rules;
  }

  /** Has to be followed by an evaluation of each target that is known or has an alert. */
  set rules(rules: ActiveRules) {
    this.#steps.rules = rules;
  }

  /** The computer has just woken up: no record could be confirmed before. */
  wokeUp(): void {
    this.#awakeSince = this.#options.clock.now();
  }

  /** The kept usage readings of a target do not count: they may be older than its kept alerts. */
  ignoreReadingsOf(kind: ResourceKind, id: string): void {
    for (const reading of Object.values(usagePart(this.#options.kernel).peek(kind, id) ?? {}))
      this.#oldReadings.add(reading);
  }

  indexIsAbsent(id: string): void {
    this.#unknown.indexIsAbsent(id);
  }

  /** @returns when time alone may change an alert of the target, Unix milliseconds; `Infinity` if it cannot */
  evaluate(kind: TargetKind, id: string): number {
    this.#steps.revise(kind, id);
    if (kind === 'fleet') return this.#evaluateFleet(id);
    const store: EntityStore<object> =
      kind === 'database' ? this.#options.kernel.databases : this.#options.kernel.indices;
    if (store.isMember(id)) {
      this.#unknown.targetIsKnown(kind, id);
      return this.#evaluateResource(kind, store.peek(id));
    }
    const nextAt = this.#unknown.evaluate(kind, id);
    if (!this.#options.table.has(kind, id)) this.#forget(kind, id);
    return nextAt;
  }

  #evaluateFleet(id: string): number {
    const { fleet, clock, isSilent } = this.#options;
    const polling = fleet.polling.status.value;
    // After a start, polling runs until requests have failed: a kept alert of an outage must not clear and fire again.
    const isUnknown = polling.state === 'running' && isSilent();
    const unknown: Evaluation = { verdict: 'unknown', nextAt: clock.now() + SILENT_MS };
    let nextAt = Infinity;
    for (const { rule } of this.rules.of.fleet) {
      const evaluate = () => (isUnknown ? unknown : evaluatePolling(rule, polling));
      nextAt = Math.min(nextAt, this.#steps.step({ rule, target: { resource: 'fleet', id }, evaluate }));
    }
    return nextAt;
  }

  #evaluateResource(kind: ResourceKind, entry: Entry<object>): number {
    const { id } = entry;
    const name = nameOf(kind, entry.record);
    const facts: RecordFacts = {
      now: this.#options.clock.now(),
      entry,
      lastTransition: (field) => this.#options.transitions.of(id, field),
      awakeSince: this.#awakeSince,
      watchedSince: this.#watchedSinceOf(kind, entry),
    };
    let nextAt = Infinity;
    for (const { rule, includes } of this.rules.of[kind]) {
      if (!includes(id)) continue;
      const at =
        rule.kind === 'limit' || rule.kind === 'forecast'
          ? this.#evaluateLimits(rule, kind, entry)
          : this.#steps.step({
              rule,
              target: { resource: kind, id },
              name,
              evidenceAt: rule.kind === 'age' || entry.status !== 'fresh' ? undefined : entry.confirmedAt,
              evaluate: (alert) => evaluateRecord(rule, facts, alert),
            });
      nextAt = Math.min(nextAt, at);
    }
    return nextAt;
  }

  #evaluateLimits(rule: LimitBasedRule, kind: ResourceKind, { id, record, status }: Entry<object>): number {
    const { kernel, clock } = this.#options;
    const sample = usagePart(kernel).peek(kind, id);
    if (status === 'missing' || sample === undefined) return Infinity;
    const name = nameOf(kind, record);
    let nextAt = Infinity;
    for (const usage of limitUsage(record as Database | IndexRecord | undefined, sample, kernel.options.thresholds)) {
      const { field } = usage;
      const reading = sample[field as keyof typeof sample] as UsageReading | undefined;
      if (reading === undefined || this.#oldReadings.has(reading) || rule.fields?.includes(field) === false) continue;
      const evaluate = () => evaluateLimit(rule, { now: clock.now(), usage });
      const target = { resource: kind, id, field };
      nextAt = Math.min(nextAt, this.#steps.step({ rule, target, name, evidenceAt: reading.at, evaluate }));
    }
    return nextAt;
  }

  #watchedSinceOf(kind: ResourceKind, { id, confirmedAt }: Entry<object>): number {
    const target = `${kind}/${id}`;
    if (confirmedAt !== undefined) {
      this.#watchedSince.delete(target);
      return confirmedAt;
    }
    const since = this.#watchedSince.get(target) ?? this.#options.clock.now();
    this.#watchedSince.set(target, since);
    return since;
  }

  #forget(kind: ResourceKind, id: string): void {
    this.#watchedSince.delete(`${kind}/${id}`);
    if (kind === 'database') this.#options.transitions.forget(id);
  }
}

function nameOf(kind: ResourceKind, record: object | undefined): string | undefined {
  const { database_name, name } = (record ?? {}) as { readonly database_name?: unknown; readonly name?: unknown };
  const given = kind === 'database' ? database_name : name;
  return typeof given === 'string' ? given.slice(0, MAX_NAME) : undefined;
}
