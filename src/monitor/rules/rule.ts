import type { LimitField } from '../../core/records/limit-fields.js';
import type { RaisedStatus } from '../../core/fleet/thresholds-option.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { RuleTexts } from './rule-texts.js';

/** How urgent an alert is. */
export type Severity = 'info' | 'warning' | 'critical';

/** The most severe first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'warning', 'info'];

/** The kinds of targets of rules and alerts. `fleet` is the polling of the whole fleet. */
export type TargetKind = ResourceKind | 'fleet';

/** The members of every rule. */
interface RuleBase extends RuleTexts {
  /** Identifies the rule and its alerts: 1 to 100 letters, digits, `-` and `_`. Each name is used once. */
  readonly name: string;
  /** @default 'warning' */
  readonly severity?: Severity | undefined;
  /**
   * How long the fire condition must hold before the alert fires, milliseconds. Time during which the computer sleeps
   * does not count; the time of a restart does. Time in which the condition is unknown counts. @default 0
   */
  readonly forMs?: number | undefined;
  /** How long the clear condition must hold before the alert clears, milliseconds. @default 0 */
  readonly clearForMs?: number | undefined;
  /** The names of the channels that get the alerts. @default every channel */
  readonly channels?: readonly string[] | undefined;
  /**
   * The names of rules that suppress this one. While an alert of such a rule is pending or fires, and for 30 s
   * afterwards, the alerts of this rule are held. That alert must be for the same database or index and limit, or for
   * the fleet. `[]` means none. After an alert of the fleet, alerts of `age` rules are also held for the time that it
   * takes to poll each database again.
   * @default every rule of the kind `polling` for the kinds `age`, `missing` and `state`, otherwise none
   */
  readonly unless?: readonly string[] | undefined;
  /** How often a firing alert is sent again, milliseconds. @default never */
  readonly repeatEveryMs?: number | undefined;
  /** The databases or indices that the rule applies to. @default all of the fleet */
  readonly ids?: readonly string[] | undefined;
}

/** The members of the rules about databases and indices. */
interface ResourceRule extends RuleBase {
  /** @default databases and indices */
  readonly resource?: ResourceKind | undefined;
}

/**
 * Fires while `state` of a database is, or is not, one of the given states. The alert stays as it is while the service
 * does not answer, or answers 404.
 */
export interface StateRule extends RuleBase {
  readonly kind: 'state';
  /** The states in which the alert fires. Set exactly one of `in` and `notIn`. */
  readonly in?: readonly string[] | undefined;
  /** The alert fires in every other state. */
  readonly notIn?: readonly string[] | undefined;
  /** The states in which the alert clears. @default every state in which it does not fire */
  readonly clearIn?: readonly string[] | undefined;
}

/**
 * Fires when `state` or `modifying_state` of a database keeps one value for too long. The alert is pending from the
 * beginning of the value, so that the time survives a restart of a monitor with a state. Without a state, the time counts
 * from the last transition that the fleet keeps, or else from the last change of the record.
 */
export interface TransitionRule extends RuleBase {
  readonly kind: 'transition';
  /** @default 'modifying_state' */
  readonly field?: 'state' | 'modifying_state' | undefined;
  /** The values that count. @default every value of `modifying_state` except at rest; required for `state` */
  readonly values?: readonly string[] | undefined;
  /** The alert fires when the value is older than this, milliseconds. It clears when the value changes. */
  readonly longerThanMs: number;
}

/**
 * Fires when the use of a limit reaches a status or a ratio. Usage does not come from the service, so the rule works during
 * an outage. With a state, readings from before the monitor's start do not count: they may be older than the kept alerts.
 */
export interface LimitRule extends ResourceRule {
  readonly kind: 'limit';
  /** The limits that the rule applies to. Each limit has an alert of its own. @default every limit */
  readonly fields?: readonly LimitField[] | undefined;
  /**
   * Fires at this status or a more severe one. It clears below the fleet's `clear` threshold of that status. Set exactly
   * one of `status` and `ratio`.
   */
  readonly status?: RaisedStatus | undefined;
  /** Fires at this ratio of use to limit, more than 0. */
  readonly ratio?: number | undefined;
  /** Clears below this ratio, at most `ratio`. @default 0.02 below `ratio`, but at most a tenth of it */
  readonly clearRatio?: number | undefined;
}

/** Fires when a level or a quota is forecast to reach its limit soon. The alert stays while the limit is reached. */
export interface ForecastRule extends ResourceRule {
  readonly kind: 'forecast';
  /** The limits that the rule applies to. @default every limit that has a forecast */
  readonly fields?: readonly LimitField[] | undefined;
  /** Fires when the limit is forecast to be reached within this time, milliseconds. */
  readonly withinMs: number;
  /** Clears when there is no forecast, or it is later than this, milliseconds. @default 1.25 times `withinMs` */
  readonly clearWithinMs?: number | undefined;
}

/**
 * Fires when no answer has confirmed a record for too long. Time before the start of the monitor and time during which the
 * computer sleeps do not count.
 */
export interface AgeRule extends ResourceRule {
  readonly kind: 'age';
  /** Fires when the last confirmation is older than this, milliseconds. It clears at the next confirmation. */
  readonly longerThanMs: number;
}

/** Fires while a record departs from the documented API. */
export interface DriftRule extends ResourceRule {
  readonly kind: 'drift';
}

/**
 * Fires while the service has no database of a known id (404), or an index is absent from the list. An index that is absent
 * for a day is forgotten, unless `ids` names it. The fleet reads the list while `indices.track` or a subscriber asks for it.
 */
export interface MissingRule extends ResourceRule {
  readonly kind: 'missing';
}

/** Fires while the polling of the whole fleet does not run, for example because the service refuses the credentials. */
export interface PollingRule extends Omit<RuleBase, 'ids'> {
  readonly kind: 'polling';
  /** The conditions in which the alert fires. @default ['stopped', 'held'] */
  readonly in?: readonly ('stopped' | 'held' | 'paused')[] | undefined;
}

/**
 * Decides when an alert fires and when it clears. A rule is plain data; `kind` selects the condition.
 *
 * @example
 * ```ts
 * const rules: Rule[] = [
 *   { name: 'suspended', kind: 'state', in: ['suspended'], severity: 'critical' },
 *   { name: 'stuck', kind: 'transition', longerThanMs: 30 * 60_000 },
 *   { name: 'nearly-full', kind: 'limit', ratio: 0.9, clearRatio: 0.85, forMs: 60_000 },
 *   { name: 'full-within-a-day', kind: 'forecast', withinMs: 24 * 3_600_000 },
 * ];
 * ```
 */
export type Rule =
  | StateRule
  | TransitionRule
  | LimitRule
  | ForecastRule
  | AgeRule
  | DriftRule
  | MissingRule
  | PollingRule;
