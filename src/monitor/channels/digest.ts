import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { finite, positiveInteger } from '../../core/shared/option-schemas.js';
import { countOf } from '../../format/quantities.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import { matching } from '../rules/check-members.js';
import { SEVERITIES } from '../rules/rule.js';

/** How a channel collects its events, so that a storm of alerts is a few messages. */
export interface GroupOptions {
  /**
   * Makes a digest for each combination of these values: `rule`, `severity`, `resource`, or the name of a label of the
   * rule. @default [], one digest of all events
   */
  readonly by?: readonly string[] | undefined;
  /** How long events are collected after the first one, milliseconds, at most 600000. @default 10000 */
  readonly waitMs?: number | undefined;
  /** Up to this many collected events leave one by one. More leave as a digest. @default 3 */
  readonly max?: number | undefined;
}

/** Many events in one message. */
export interface Digest {
  /** The same for every delivery of the same events. A retry with further events has another key. */
  readonly idempotencyKey: string;
  /** The time of the last event, Unix milliseconds. */
  readonly at: number;
  /** The number of alerts, by the kind of their last event. */
  readonly counts: { readonly fired: number; readonly cleared: number; readonly repeated: number };
  /**
   * The worst alerts first: those that still fire, then the more severe ones, then the older ones. The events of one
   * alert follow each other in their order.
   */
  readonly events: readonly AlertEvent[];
  /** The values of `GroupOptions.by` that these alerts have in common. */
  readonly by: Readonly<Record<string, string>>;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

const A_MEMBER = 'rule, severity, resource, or the name of a label: letters, digits and "_"';

export const groupOptions = v.strictObject({
  by: v.optional(v.array(matching(/^[A-Za-z_]\w{0,99}$/, A_MEMBER), 'a list of members of an alert')),
  waitMs: v.optional(finite('milliseconds, 0 to 600000', (wait) => wait >= 0 && wait <= 600_000)),
  max: v.optional(positiveInteger),
});

/** Returns the values by which an alert is grouped. An alert without such a label has an empty value. */
export function groupValuesOf(alert: Alert, by: readonly string[]): Readonly<Record<string, string>> {
  const { rule, severity, resource, labels } = alert;
  const values = new Map<string, string>(Object.entries({ ...labels, rule, severity, resource }));
  return Object.fromEntries(by.map((name) => [name, values.get(name) ?? '']));
}

/** @param given the events of each alert in their order */
export function createDigest(given: readonly AlertEvent[], by: Digest['by'], attempt: number): Digest {
  // The last event of each alert has its present state.
  const alerts = [...new Map(given.map((event) => [event.alert.key, event])).values()].toSorted(worstFirst);
  const ranks = new Map(alerts.map(({ alert }, rank) => [alert.key, rank]));
  const rankOf = ({ alert }: AlertEvent): number => ranks.get(alert.key) ?? 0;
  const countOfKind = (wanted: string): number => alerts.filter(({ kind }) => kind === wanted).length;
  const keys = given.map(({ idempotencyKey }) => idempotencyKey).toSorted();
  return {
    idempotencyKey: createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 32),
    at: given.reduce((latest, { at }) => Math.max(latest, at), 0),
    counts: { fired: countOfKind('fired'), cleared: countOfKind('cleared'), repeated: countOfKind('repeated') },
    events: given.toSorted((one, other) => rankOf(one) - rankOf(other)),
    by,
    attempt,
  };
}

/** Returns a sentence with the numbers, for example `12 alerts fired, 3 alerts cleared.` */
export function describeDigest({ counts: { fired, cleared, repeated } }: Digest): string {
  const part = (count: number, state: string) => (count > 0 ? [`${countOf(count, 'alert')} ${state}`] : []);
  const parts = [...part(fired, 'fired'), ...part(repeated, 'still firing'), ...part(cleared, 'cleared')];
  return `${parts.join(', ')}.`;
}

function worstFirst(one: AlertEvent, other: AlertEvent): number {
  return (
    Number(one.kind === 'cleared') - Number(other.kind === 'cleared') ||
    SEVERITIES.indexOf(one.alert.severity) - SEVERITIES.indexOf(other.alert.severity) ||
    one.alert.startedAt - other.alert.startedAt
  );
}
