import { describeDuration } from '../../format/describe-duration.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { Severity } from '../rules/rule.js';
import { describeDigest, type Digest } from './digest.js';
import { isoTime } from './event-body.js';

/**
 * An event or a digest for people. Each text is one line of printable characters. Names come from the service, so a
 * channel has to escape each text for its own markup.
 */
export interface Message {
  readonly title: string;
  /** One sentence. */
  readonly text: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The worst alerts of a digest, one a line, and how many others there are. */
  readonly lines: readonly string[];
  readonly runbook?: string | undefined;
  readonly severity: Severity;
  /** Whether all its alerts have cleared. */
  readonly isOver: boolean;
  readonly at: number;
}

const MAX_TEXT = 500;
const MAX_FACTS = 20;

const MAX_LISTED = 10;

/** Why an alert has ended, although its condition may still hold. */
const REASONS = new Map<AlertEvent['reason'], string>([
  ['forgotten', 'The database or index is no longer known.'],
  ['rule-removed', 'The rule was removed or changed, or no longer applies.'],
]);

export function messageOf(event: AlertEvent): Message {
  const { kind, at, alert, durationMs, reason, isTest } = event;
  const { resource, id, name, field, labels = {}, annotations = {} } = alert;
  const facts: (readonly [name: string, value: string | undefined])[] = [
    ['Severity', alert.severity],
    [resource === 'database' ? 'Database' : 'Index', resource === 'fleet' ? undefined : (name ?? id)],
    ['Id', name === undefined ? undefined : id],
    ['Limit', field],
    ['Since', isoTime(alert.startedAt)],
    [kind === 'cleared' ? 'Lasted' : 'For', durationMs === undefined ? undefined : describeDuration(durationMs)],
    ['Reason', REASONS.get(reason)],
    ...Object.entries(labels),
    ...Object.entries(annotations),
  ];
  const known = facts.flatMap(([fact, value]) => (value === undefined ? [] : [[cut(fact), cut(value)] as const]));
  return {
    title: cut(`${isTest === true ? 'Test: ' : ''}${headlineOf(event)}`),
    text: cut(alert.summary),
    facts: known.slice(0, MAX_FACTS),
    lines: [],
    runbook: alert.runbook,
    severity: alert.severity,
    isOver: kind === 'cleared',
    at,
  };
}

export function digestMessageOf(digest: Digest): Message {
  const { events, at, by } = digest;
  // The last event of each alert has its present state. The worst alert is first: if it has cleared, all have.
  const alerts = [...new Map(events.map((event) => [event.alert.key, event])).values()];
  const listed = alerts.slice(0, MAX_LISTED).map((event) => {
    const { id, name = id, severity, summary } = event.alert;
    const isShared = alerts.some(({ alert }) => alert.name === name && alert.id !== id);
    return cut(`${headlineOf(event)}${isShared ? ` ${id}` : ''} (${severity}): ${summary}`);
  });
  const others = alerts.length - listed.length;
  return {
    title: describeDigest(digest).replace(/\.$/, ''),
    text: others > 0 ? `The ${MAX_LISTED} worst of ${alerts.length.toLocaleString('en')} alerts:` : 'All of them:',
    facts: Object.entries(by).map(([name, value]) => [cut(name), cut(value)]),
    lines: others > 0 ? [...listed, `and ${others.toLocaleString('en')} more`] : listed,
    severity: alerts[0]?.alert.severity ?? 'info',
    isOver: alerts[0]?.kind === 'cleared',
    at,
  };
}

export function plainText({ text, facts, lines, runbook }: Message): string {
  const parts = [text, lines.join('\n'), facts.map((fact) => fact.join(': ')).join('\n'), runbook ?? ''];
  return parts.filter((part) => part !== '').join('\n\n');
}

function headlineOf({ kind, alert }: AlertEvent): string {
  const state = kind === 'cleared' ? 'Cleared' : kind === 'fired' ? 'Firing' : 'Still firing';
  return `${state}: ${alert.rule} ${alert.name ?? alert.id}`.trimEnd();
}

/**
 * Makes a text one line of at most `most` characters. Characters that change the direction of a text could make it look
 * like another text, so they are removed. Joiners stay, because scripts and emoji need them.
 */
export function cut(text: string, most = MAX_TEXT): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/\p{Cs}/gu, '\uFFFD');
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
