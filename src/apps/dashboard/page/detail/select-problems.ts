import type { Entry, LimitUsage, ResourceKind, UsagePoint } from '../../../../index.js';
import { levelsOf } from '../../../../core/limits/thresholds.js';
import { detailOf } from '../../../../core/shared/fleet-error.js';
import type { ActivityEntry } from '../../../../format/activity.js';
import { conditionsOf } from '../../../../format/attention.js';
import { failureSentences } from '../../../../format/describe-failure.js';
import { describeAmount, describeUse } from '../../../../format/describe-use.js';
import type { Health } from '../../../../format/health.js';
import type { ShownAlert } from '../../../../format/shown-alerts.js';
import { textOf, toSentence } from '../shell/names.js';

/** The parts of a sentence about one problem. */
export interface Problem {
  readonly tone: 'change' | 'warning' | 'error';
  readonly title: string;
  /** When the problem began, Unix milliseconds. */
  readonly since?: number | undefined;
  /** Whether the problem began before `since`, at an unknown time. */
  readonly isBefore?: boolean | undefined;
  /** The end of the sentence. */
  readonly text?: string | undefined;
  /** When the values were confirmed, Unix milliseconds. */
  readonly confirmedAt?: number | undefined;
  readonly details?: string;
}

export interface ProblemFacts {
  readonly resource: ResourceKind;
  readonly entry: Entry<object>;
  readonly isDown: boolean;
  readonly limits: readonly LimitUsage[];
  readonly history: Readonly<Record<string, readonly UsagePoint[] | undefined>>;
  /** Newest first. */
  readonly activity: readonly ActivityEntry[];
  /** The alerts that fire. */
  readonly alerts: readonly ShownAlert[];
  readonly now: number;
}

export function selectProblems(facts: ProblemFacts) {
  const { resource, entry, isDown, limits, alerts, now } = facts;
  const { state, modifying_state: change } = (entry.record ?? {}) as Readonly<Record<string, unknown>>;
  const notice = selectNotice(resource, entry, isDown);
  const { confirmedAt } = entry;
  const known = { status: entry.status, error: entry.error, state: textOf(state), change: textOf(change) };
  const conditions = conditionsOf(known, limits, now);
  return {
    isCurrent: notice === undefined,
    conditions,
    /** The key of a problem stays the same while its numbers change. */
    problems: [
      ...(notice === undefined ? [] : [{ ...notice, key: notice.title, confirmedAt }]),
      ...conditions.flatMap((condition) => {
        const problem = problemOf(condition, facts);
        return problem ? [{ ...problem, key: `${condition.kind} ${condition.about}` }] : [];
      }),
      // An alert about a limit that is listed above would repeat it.
      ...alerts
        .filter(({ field }) => !conditions.some(({ about }) => about && about === field))
        .map((alert) => ({ ...alertProblem(alert), key: alert.key })),
    ],
  };
}

function problemOf({ kind, about = '' }: Health, facts: ProblemFacts): Problem | undefined {
  const sinceOf = (field: string): number | undefined =>
    facts.activity.find((entry) => entry.kind === 'state' && entry.field === field)?.at;
  if (kind === 'changing')
    return { tone: 'change', title: `Change in progress: ${about}`, since: sinceOf('modifying_state') };
  if (kind === 'inactive') return { tone: 'warning', title: `This database is ${about}`, since: sinceOf('state') };
  const limit = facts.limits.find(({ field }) => field === about);
  return limit && limitProblem(limit, facts.history[about] ?? []);
}

/** `Commands 2,717 of 1,000 a second, since 16:56; usually 110` */
function limitProblem(limit: LimitUsage, history: readonly UsagePoint[]): Problem {
  const { name, status, unit, used = 0, kind } = limit;
  const [, counted = name, per] = /^(.*) per (second|minute)$/.exec(name) ?? [];
  const median = history.map((point) => point.used).toSorted((a, b) => a - b)[history.length >> 1] ?? 0;
  const usual = describeAmount(median, unit);
  // A quota grows over its month, and a level has no usual value.
  const hasUsual = kind === 'rate' && history.length >= MIN_USUAL && usual !== describeAmount(used, unit);
  return {
    tone: status === 'exceeded' ? 'error' : 'warning',
    title: `${counted} ${describeUse(limit)}${per === undefined ? '' : ` a ${per}`}`,
    ...runOf(limit, history),
    ...(hasUsual && { text: `usually ${usual}` }),
    // With this status, only the forecast is a problem.
    ...(status === 'ok' && { text: 'At the current rate, it is full within an hour.' }),
  };
}

/** The least number of readings that show a usual value. */
const MIN_USUAL = 5;

/** When the use reached the level of its status. */
function runOf({ field, limit, status }: LimitUsage, history: readonly UsagePoint[]) {
  if (typeof limit !== 'number' || status === 'ok' || history.length === 0) return {};
  const least = levelsOf()(field).clear[status === 'exceeded' ? 'exceeded' : 'warning'] * limit;
  const before = history.findLastIndex(({ used }) => used < least);
  return { since: history[before + 1]?.at, isBefore: before === -1 };
}

function alertProblem({ rule, summary, severity, startedAt }: ShownAlert): Problem {
  const since = Date.parse(startedAt);
  return {
    tone: severity === 'critical' ? 'error' : 'warning',
    title: toSentence(textOf(summary)).replace(/\.$/, ''),
    since: Number.isNaN(since) ? undefined : since,
    text: `alert ${textOf(rule)}`,
  };
}

/**
 * Returns the notice above an entry that is missing, stale or not loaded; `undefined` for an entry without a problem.
 *
 * @param isDown whether no request is answered, so that no record is current
 */
export function selectNotice(
  resource: ResourceKind,
  { status, record, error }: Entry<object>,
  isDown: boolean,
): Problem | undefined {
  if (status === 'missing' && record !== undefined)
    return {
      tone: 'error',
      title: `The service no longer has this ${resource}`,
      text: `It may be deleted. Below are its last known values. The page checks regularly whether it returns.`,
    };
  if (status === 'missing')
    return {
      tone: 'error',
      title: `The service has no ${resource} with this id`,
      text: `The id may be mistyped, or the ${resource} deleted or in another account. The page checks regularly.`,
    };
  if (error === undefined && !isDown) return undefined;
  // In an outage, other requests show why. This resource may have had none since.
  const reason = error ? (failureSentences[error.code] ?? 'The request failed') : 'The page gets no records now';
  // The panel already shows what was requested.
  const details = error && { details: toSentence(detailOf(error)) };
  const text = `${reason}. The page tries again.`;
  return record === undefined
    ? { tone: 'error', title: `This ${resource} could not be read`, text, ...details }
    : { tone: 'warning', title: 'Last known values', text, ...details };
}
