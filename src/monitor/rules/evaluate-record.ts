import { driftOf } from '../../core/records/drift-of.js';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import { readState } from '../../core/records/database-state.js';
import type { Database } from '../../core/records/database.js';
import type { Entry } from '../../core/store/entry.js';
import { describeDuration } from '../../format/describe-duration.js';
import { printable } from '../../format/printable.js';
import { reportableDrift } from '../../format/reportable-drift.js';
import type { CheckedRuleOf } from './checked-rule.js';
import { BETWEEN, CLEAR, UNKNOWN, type AlertSoFar, type Evaluation, type RecordFacts } from './evaluation.js';

export type RecordRule = CheckedRuleOf<'state' | 'transition' | 'age' | 'drift' | 'missing'>;

/** A value of the service that is longer is cut in a summary. */
const MAX_SHOWN = 100;

/**
 * A record that the last answer did not confirm (`stale` or `missing`) says nothing about the present. The rules of the
 * kinds state, transition and drift then keep their alerts. An outage neither clears an alert nor raises it again.
 */
export function evaluateRecord(rule: RecordRule, facts: RecordFacts, alert: AlertSoFar | undefined): Evaluation {
  switch (rule.kind) {
    case 'state':
      return evaluateState(rule, facts);
    case 'transition':
      return evaluateTransition(rule, facts, alert);
    case 'age':
      return evaluateAge(rule, facts, alert);
    case 'drift':
      return evaluateDrift(facts);
    case 'missing':
      return evaluateMissing(facts);
  }
}

function evaluateState({ in: firing, notIn, clearIn }: CheckedRuleOf<'state'>, { entry }: RecordFacts): Evaluation {
  const state = entry.status === 'fresh' ? readState(entry.record as Database, 'state') : undefined;
  if (state === undefined) return UNKNOWN;
  if (firing ? firing.includes(state) : !(notIn as readonly string[]).includes(state))
    return { verdict: 'fire', summary: `The state is ${shown(state)}.` };
  return clearIn === undefined || clearIn.includes(state) ? CLEAR : BETWEEN;
}

/** The condition is that the field has a value of the rule. `holdMsOf` tells how long it has to hold. */
function evaluateTransition(rule: CheckedRuleOf<'transition'>, facts: RecordFacts, alert?: AlertSoFar): Evaluation {
  const { field, values, longerThanMs } = rule;
  const { now, entry, lastTransition } = facts;
  if (entry.status !== 'fresh') return UNKNOWN;
  const value = readState(entry.record as Database, field);
  // Without `modifying_state` a database is at rest. Without `state` nothing is known.
  if (value === undefined && field === 'state') return UNKNOWN;
  const counts = value !== undefined && (values === undefined || values.includes(value));
  if (!counts || (alert !== undefined && alert.subject !== value)) return CLEAR;
  // Without a known transition, the value is at least as old as the last change of the record.
  const last = lastTransition(field);
  const since = last?.to === value ? last.at : entry.changedAt;
  const { state, startedAt = since ?? now } = alert?.alert ?? {};
  const isLong = state === 'firing' || now - startedAt >= longerThanMs;
  const summary = isLong
    ? `${field} has been ${shown(value)} for more than ${describeDuration(longerThanMs)}.`
    : `${field} is ${shown(value)}.`;
  return { verdict: 'fire', summary, since, subject: value };
}

/**
 * The time during which the computer slept, or the monitor did not run, does not count: the record could not be
 * confirmed. The alert clears with the next confirmation, whatever the clock says.
 */
function evaluateAge({ longerThanMs }: CheckedRuleOf<'age'>, facts: RecordFacts, alert?: AlertSoFar): Evaluation {
  const { now, entry, awakeSince, watchedSince } = facts;
  if (entry.status === 'missing') return isNotFound(entry) ? CLEAR : UNKNOWN;
  const { confirmedAt = watchedSince } = entry;
  if (alert !== undefined && isConfirmedSince(Number(alert.subject), entry)) return CLEAR;
  // A confirmation in the future was made before the clock was set back.
  const since = confirmedAt > now ? awakeSince : Math.max(confirmedAt, awakeSince);
  const dueAt = since + longerThanMs;
  const isFiring = alert?.alert.state === 'firing';
  if (now < dueAt && !isFiring) return { verdict: alert === undefined ? 'clear' : 'between', nextAt: dueAt };
  // A firing alert keeps the time of the last confirmation, so that it tells its age also after a restart or sleep.
  const ageMs = Math.max(now - (isFiring ? Number(alert.subject) : confirmedAt), longerThanMs);
  return {
    verdict: 'fire',
    value: Math.round(ageMs / 1000),
    summary: `No answer has confirmed the record for ${describeDuration(ageMs)}.`,
    subject: String(confirmedAt),
    // The summary changes when the age has grown by 5 %, and by at least a minute.
    nextAt: now + Math.max(0.05 * ageMs, 60_000),
  };
}

/**
 * The clock may have been set back since `before`, so a fresh record with an earlier time counts as confirmed. A
 * restored record may have an earlier time too, but it is not fresh.
 */
function isConfirmedSince(before: number, { status, confirmedAt = before }: Entry<object>): boolean {
  return confirmedAt > before || (status === 'fresh' && confirmedAt !== before);
}

function evaluateDrift({ entry }: RecordFacts): Evaluation {
  if (entry.status !== 'fresh') return UNKNOWN;
  const drift = reportableDrift(driftOf(entry.record));
  const [first] = drift;
  if (first === undefined) return CLEAR;
  const others = drift.length === 1 ? '' : `, and ${drift.length - 1} more`;
  return {
    verdict: 'fire',
    value: drift.length,
    summary: `The record departs from the documented API: ${shown(first.path)} (${first.kind})${others}.`,
  };
}

function evaluateMissing({ entry }: RecordFacts): Evaluation {
  if (entry.status === 'fresh') return CLEAR;
  return isNotFound(entry) ? { verdict: 'fire', summary: 'The service has no such resource.' } : UNKNOWN;
}

/** Whether the last answer was 404. A `missing` entry that was restored, or that failed later, has another error or none. */
function isNotFound({ error }: Entry<object>): boolean {
  return error?.code === 'not-found';
}

function shown(value: string): string {
  return printable(value.slice(0, MAX_SHOWN));
}

/** A longer reason is cut. The program gives the reason of a pause, of any length. */
const MAX_REASON = 200;

export function evaluatePolling(
  rule: CheckedRuleOf<'polling'>,
  { state, reason }: Pick<PollingStatus, 'state' | 'reason'>,
): Evaluation {
  if (!rule.in.some((condition) => condition === state)) return CLEAR;
  const { message } = reason as NonNullable<PollingStatus['reason']>;
  return { verdict: 'fire', summary: `Polling is ${state}. ${printable(message.slice(0, MAX_REASON))}` };
}
