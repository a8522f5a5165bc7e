import type { Database } from '../../core/records/database.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import type { UsageReading } from '../../core/limits/usage-sample.js';
import type { Clock } from '../../core/shared/clock.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import type { CheckedForecastRule, CheckedLimitRule } from '../rules/checked-rule.js';
import { evaluateLimit } from '../rules/evaluate-limit.js';
import { evaluateRecord } from '../rules/evaluate-record.js';
import type { RecordFacts } from '../rules/evaluation.js';
import type { AlertSteps } from './alert-steps.js';
import type { LastTransitions } from './last-transitions.js';

export interface KnownTargetsOptions {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly transitions: LastTransitions;
  readonly steps: AlertSteps;
}

/** Evaluates the rules for databases and indices that the fleet knows. */
export interface KnownTargets {
  /** Polling has had a chance to confirm each record since this time, Unix milliseconds. */
  awakeSince: number;
  /** The kept usage readings of a target do not count: they may be older than its kept alerts. */
  ignoreReadingsOf(kind: ResourceKind, id: string): void;
  /** @returns when time alone may change an alert of the target, Unix milliseconds; `Infinity` if it cannot */
  evaluate(kind: ResourceKind, entry: Entry<object>): number;
  forget(kind: ResourceKind, id: string): void;
}

/** The service does not limit names. */
const MAX_NAME = 200;

export function createKnownTargets({ kernel, clock, transitions, steps }: KnownTargetsOptions): KnownTargets {
  const oldReadings = new WeakSet<UsageReading>();
  /** Since when a record without any confirmation is watched. */
  const watchedSince = new Map<string, number>();

  function evaluateLimits(
    rule: CheckedLimitRule | CheckedForecastRule,
    kind: ResourceKind,
    { id, record, status }: Entry<object>,
  ): number {
    const sample = usagePart(kernel).peek(kind, id);
    if (record === undefined || status === 'missing' || sample === undefined) return Infinity;
    const name = nameOf(kind, record);
    let nextAt = Infinity;
    for (const usage of limitUsage(record as Database | IndexRecord, sample, kernel.options.thresholds)) {
      const { field } = usage;
      const reading = sample[field as keyof typeof sample] as UsageReading | undefined;
      if (reading === undefined || oldReadings.has(reading) || rule.fields?.includes(field) === false) continue;
      const evaluate = () => evaluateLimit(rule, { now: clock.now(), usage });
      nextAt = Math.min(
        nextAt,
        steps.step({ rule, target: { resource: kind, id, field }, name, evidenceAt: reading.at, evaluate }),
      );
    }
    return nextAt;
  }

  function watchedSinceOf(kind: ResourceKind, { id, confirmedAt }: Entry<object>): number {
    if (confirmedAt !== undefined) {
      if (watchedSince.size > 0) watchedSince.delete(`${kind}/${id}`);
      return confirmedAt;
    }
    const target = `${kind}/${id}`;
    const since = watchedSince.get(target) ?? clock.now();
    watchedSince.set(target, since);
    return since;
  }

  const targets: KnownTargets = {
    awakeSince: clock.now(),
    ignoreReadingsOf(kind, id) {
      for (const reading of Object.values(usagePart(kernel).peek(kind, id) ?? {})) oldReadings.add(reading);
    },
    evaluate(kind, entry) {
      const { id } = entry;
      const name = nameOf(kind, entry.record);
      const facts: RecordFacts = {
        now: clock.now(),
        entry,
        lastTransition: (field) => transitions.of(id, field),
        awakeSince: targets.awakeSince,
        watchedSince: watchedSinceOf(kind, entry),
      };
      let nextAt = Infinity;
      for (const { rule, includes } of steps.rules.of[kind]) {
        if (!includes(id) || rule.kind === 'polling') continue;
        const at =
          rule.kind === 'limit' || rule.kind === 'forecast'
            ? evaluateLimits(rule, kind, entry)
            : steps.step({
                rule,
                target: { resource: kind, id },
                name,
                evidenceAt: rule.kind === 'age' || entry.status !== 'fresh' ? undefined : entry.confirmedAt,
                evaluate: (alert) => evaluateRecord(rule, facts, alert),
              });
        nextAt = Math.min(nextAt, at);
      }
      return nextAt;
    },
    forget(kind, id) {
      watchedSince.delete(`${kind}/${id}`);
      if (kind === 'database') transitions.forget(id);
    },
  };
  return targets;
}

function nameOf(kind: ResourceKind, record: object | undefined): string | undefined {
  const { database_name, name } = (record ?? {}) as { readonly database_name?: unknown; readonly name?: unknown };
  const given = kind === 'database' ? database_name : name;
  return typeof given === 'string' ? given.slice(0, MAX_NAME) : undefined;
}
