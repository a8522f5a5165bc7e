import type { LimitField } from '../../core/records/limit-fields.js';
import type { Severity, TargetKind } from '../rules/rule.js';
import type { RuleTexts } from '../rules/rule-texts.js';

/** The resource that an alert is about: a database, an index, or the polling of the whole fleet. */
export interface AlertTarget {
  readonly resource: TargetKind;
  /** The id of the database or index; empty for the fleet. */
  readonly id: string;
  /** The limit; absent unless the rule is about limits. */
  readonly field?: LimitField | undefined;
}

/**
 * One breach of a rule.
 *
 * - `pending`: the fire condition holds, but not yet for `forMs` of the rule.
 * - `firing`: the alert was raised. It stays `firing` while the condition is unknown, for example because the service
 *   does not answer.
 *
 * `labels`, `annotations` and `runbook` are those of the rule, with the facts of the alert in place of the placeholders.
 */
export interface Alert extends AlertTarget, RuleTexts {
  /** Identifies the rule and the target. All breaches of one rule by one target have the same key. */
  readonly key: string;
  /** The name of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  readonly state: 'pending' | 'firing';
  /** When the fire condition began to hold, Unix milliseconds. */
  readonly startedAt: number;
  /** When the alert fired, Unix milliseconds; absent while it is pending. */
  readonly firedAt?: number | undefined;
  /** The name in the last record of the database or index; absent if it is unknown. */
  readonly name?: string | undefined;
  /** The measured value: a ratio, an age in seconds, or a number of deviations; absent if the rule measures nothing. */
  readonly value?: number | undefined;
  /** The greatest value since the alert began; absent if the rule measures nothing. */
  readonly peak?: number | undefined;
  /** One sentence for people. It contains no secret. */
  readonly summary: string;
}

/** An alert fired, cleared, or still fires. It is delivered to channels at least once. */
export interface AlertEvent {
  /** The same for every delivery of this event, also after a restart: receivers drop an event whose key they know. */
  readonly idempotencyKey: string;
  readonly kind: 'fired' | 'repeated' | 'cleared';
  /** Unix milliseconds. */
  readonly at: number;
  /** The alert as it fired, as it is now, or as it was when it cleared. */
  readonly alert: Alert;
  /** Time from `startedAt` to `at` or to the end of the breach, milliseconds; absent if `kind` is `fired`. */
  readonly durationMs?: number | undefined;
  /**
   * Why the alert cleared. `condition`: the clear condition holds. `forgotten`: the resource is no longer known.
   * `rule-removed`: the rule was removed, has another condition, or no longer covers the target. Present if `kind` is `cleared`.
   */
  readonly reason?: 'condition' | 'forgotten' | 'rule-removed' | undefined;
  /**
   * Counts the breaches of the alert, from 1: the events of a later breach have a greater number. Present in a monitor
   * with the option `group`.
   */
  readonly breach?: number | undefined;
  /** Counts the repetitions of the alert; numbers may be left out. Present if `kind` is `repeated`. */
  readonly repetition?: number | undefined;
  /** Present for an event of `testAlert`: nothing is wrong. */
  readonly isTest?: true | undefined;
}
