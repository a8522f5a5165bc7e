import { createHash } from 'node:crypto';
import { covers, type ActiveRule } from '../rules/active-rules.js';
import { fingerprintOf, holdMsOf, type CheckedRule } from '../rules/checked-rule.js';
import type { Evaluation } from '../rules/evaluation.js';
import { areTextsEqual, textsOf } from '../rules/rule-texts.js';
import type { Alert, AlertEvent, AlertTarget } from './alert.js';

/** An alert with the facts that its next steps need. It is kept over restarts. */
export interface AlertState {
  readonly alert: Alert;
  /** Identifies the condition of the rule. */
  readonly fingerprint: string;
  /** The channels that will get `cleared`: those that got `fired`, and those added to the rule since. Absent for all. */
  readonly channels?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  /** Since when the clear condition of a firing alert holds, Unix milliseconds. */
  readonly clearingSince?: number | undefined;
  /** How often the alert was repeated, and when it is due again, Unix milliseconds. Absent until it is repeated. */
  readonly repeats?: { readonly count: number; readonly nextAt: number } | undefined;
}

export interface StepFacts {
  readonly rule: CheckedRule;
  readonly target: AlertTarget;
  readonly name?: string | undefined;
  readonly now: number;
}

export interface AlertStep {
  /** `undefined` if there is no alert any more. The same object if nothing changed. */
  readonly state: AlertState | undefined;
  readonly event?: AlertEvent | undefined;
  /** When time alone may change the alert, if the verdict stays, Unix milliseconds. */
  readonly nextAt?: number | undefined;
}

/**
 * The life cycle of an alert, as a pure function:
 * 1. An alert is `pending` while the fire condition holds, and `firing` after it held for `forMs`. A pending alert ends
 *    without an event when the fire condition does not hold any more.
 * 2. A firing alert clears after the clear condition held for `clearForMs`. Each firing alert clears once, and no
 *    second alert begins before.
 * 3. While the condition is unknown, the alert stays as it is, and the time counts. A pending alert may fire at once
 *    when its condition holds after an outage.
 */
export function stepAlert(state: AlertState | undefined, evaluation: Evaluation, facts: StepFacts): AlertStep {
  if (state === undefined) return evaluation.verdict === 'fire' ? begin(evaluation, facts) : { state };
  if (evaluation.verdict === 'unknown') return { state };
  if (state.alert.state === 'pending')
    return evaluation.verdict === 'fire' ? proceed(updated(state, evaluation, facts), facts) : { state: undefined };
  if (evaluation.verdict === 'clear') return clearing(state, facts);
  return { state: stopClearing(evaluation.verdict === 'fire' ? updated(state, evaluation, facts) : state) };
}

/** Ends an alert at once, whatever its condition is. A pending alert ends without an event. */
export function endAlert(
  state: AlertState,
  reason: NonNullable<AlertEvent['reason']>,
  now: number,
): AlertEvent | undefined {
  const { alert, clearingSince } = state;
  if (alert.state === 'pending') return undefined;
  const durationMs = Math.max(0, (clearingSince ?? now) - alert.startedAt);
  const idempotencyKey = idempotencyKeyOf(state, 'cleared');
  return Object.freeze({ idempotencyKey, kind: 'cleared', at: now, alert, durationMs, reason });
}

/** Identifies the rule and the target of an alert. Neither the name of a rule nor a field contains a slash. */
export function alertKey(rule: string, { resource, id, field }: AlertTarget): string {
  return field === undefined ? `${rule}/${resource}/${id}` : `${rule}/${resource}/${field}/${id}`;
}

/**
 * Moves the times of an alert by a jump of the wall clock, so that the jump does not count in the durations of the
 * rule. `startedAt` of a firing alert stays, because it identifies the breach.
 */
export function shiftAlert(state: AlertState, jumpMs: number): AlertState {
  const { alert, clearingSince, repeats } = state;
  if (alert.state === 'pending') return { ...state, alert: { ...alert, startedAt: alert.startedAt + jumpMs } };
  if (clearingSince === undefined && repeats === undefined) return state;
  return {
    ...state,
    ...(clearingSince !== undefined && { clearingSince: clearingSince + jumpMs }),
    ...(repeats && { repeats: { ...repeats, nextAt: repeats.nextAt + jumpMs } }),
  };
}

/**
 * Applies a changed rule to an alert: its severity, texts, channels and durations take effect, and the alert goes on.
 * @param active the present rule with the name of the alert's rule
 * @returns `undefined` if there is no rule with this condition for this target; the same object if nothing changed
 */
export function reviseAlert(state: AlertState, active: ActiveRule | undefined): AlertState | undefined {
  const { alert, fingerprint } = state;
  if (active === undefined || fingerprintOf(active.rule) !== fingerprint || !covers(active, alert)) return undefined;
  const { severity } = active.rule;
  const { labels: _, annotations: __, runbook: ___, ...others } = alert;
  const texts = textsOf(active.rule, alert);
  const channels = channelsOf(state, active.rule);
  if (severity === alert.severity && areTextsEqual(alert, texts) && channels === state.channels) return state;
  return { ...state, channels, alert: Object.freeze({ ...others, severity, ...texts }) };
}

/** Adds the channels that a changed rule names. Those that got the `fired` event stay. */
function channelsOf({ channels }: AlertState, { channels: named }: CheckedRule): AlertState['channels'] {
  if (channels === undefined || named === undefined) return undefined;
  const added = named.filter((name) => !channels.includes(name));
  return added.length === 0 ? channels : [...channels, ...added];
}

type Fire = Evaluation & { readonly verdict: 'fire' };

function begin({ since, subject, summary, value }: Fire, facts: StepFacts): AlertStep {
  const { rule, target, name, now } = facts;
  const alert: Alert = {
    ...target,
    key: alertKey(rule.name, target),
    rule: rule.name,
    severity: rule.severity,
    state: 'pending',
    // `since` may be in the future: it may come from the service, or from before the clock was set back.
    startedAt: Math.min(since ?? now, now),
    ...(name !== undefined && { name }),
    ...(value !== undefined && { value, peak: value }),
    summary,
    ...textsOf(rule, { rule: rule.name, name, ...target }),
  };
  const state: AlertState = { alert, fingerprint: fingerprintOf(rule), ...(subject !== undefined && { subject }) };
  return proceed(state, facts);
}

function proceed(state: AlertState, { rule, now }: StepFacts): AlertStep {
  const firesAt = state.alert.startedAt + holdMsOf(rule);
  if (now < firesAt) return { state, nextAt: firesAt };
  const alert: Alert = Object.freeze({ ...state.alert, state: 'firing', firedAt: now });
  const channels = rule.channels === undefined ? {} : { channels: rule.channels };
  const fired: AlertState = { ...state, alert, ...channels };
  const idempotencyKey = idempotencyKeyOf(fired, 'fired');
  return { state: fired, event: Object.freeze({ idempotencyKey, kind: 'fired', at: now, alert }) };
}

function clearing(state: AlertState, { rule, now }: StepFacts): AlertStep {
  const since = state.clearingSince ?? now;
  const next = state.clearingSince === undefined ? { ...state, clearingSince: since } : state;
  const clearsAt = since + rule.clearForMs;
  if (now < clearsAt) return { state: next, nextAt: clearsAt };
  return { state: undefined, event: endAlert(next, 'condition', now) };
}

function stopClearing(state: AlertState): AlertState {
  if (state.clearingSince === undefined) return state;
  const { clearingSince: _, ...others } = state;
  return others;
}

function updated(state: AlertState, { summary, value }: Fire, { rule, name }: StepFacts): AlertState {
  const { alert } = state;
  if (alert.summary === summary && alert.value === value && (name === undefined || alert.name === name)) return state;
  return {
    ...state,
    alert: Object.freeze({
      ...alert,
      summary,
      ...(value !== undefined && { value, peak: Math.max(value, alert.peak ?? value) }),
      ...(name !== undefined && { name, ...textsOf(rule, { ...alert, name }) }),
    }),
  };
}

/**
 * Returns the key of one event of one breach. The key is the same whenever it is computed. It contains the time of
 * firing: if a rule is removed and added again while its breach goes on, the alert fires again under another key.
 */
export function idempotencyKeyOf({ alert, fingerprint }: AlertState, kind: AlertEvent['kind']): string {
  const { key, startedAt, firedAt } = alert;
  return keyOfFacts([key, fingerprint, startedAt, firedAt, kind]);
}

export function keyOfFacts(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}
