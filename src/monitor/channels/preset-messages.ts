import { createHash } from 'node:crypto';
import type { AlertEvent } from '../alerts/alert.js';
import type { Severity } from '../rules/rule.js';
import { eventBody, isoTime } from './event-body.js';
import { cut, plainText, type Message } from './message.js';

/* Names come from the service, so each text is escaped, and cut to the limits of the vendor. */

/** The limits of Block Kit: https://docs.slack.dev/reference/block-kit/blocks */
const SLACK = { header: 150, section: 3000, fields: 10, field: 2000 };

export function slackBody({ title, text, facts, lines, runbook }: Message): object {
  const texts = facts.map((fact) => slackText(fact.join(': '), SLACK.field));
  const sections = [texts.slice(0, SLACK.fields), texts.slice(SLACK.fields, 2 * SLACK.fields)].filter(
    ({ length }) => length > 0,
  );
  const link = runbook && `<${escapeSlack(cut(runbook, SLACK.field)).replace(/\|/g, '%7C')}|Runbook>`;
  const blocks = [
    { type: 'header', text: slackText(title, SLACK.header) },
    { type: 'section', text: slackText([text, ...lines].join('\n'), SLACK.section) },
    ...sections.map((fields) => ({ type: 'section', fields })),
    ...(link === undefined ? [] : [{ type: 'section', text: { type: 'mrkdwn', text: link } }]),
  ];
  // `text` is shown in notifications, without markup.
  return { text: escapeSlack(`${title}: ${text}`), mrkdwn: false, blocks, unfurl_links: false, unfurl_media: false };
}

/** Cuts a text so that it fits after escaping: an escaped character takes up to five. */
function slackText(text: string, most: number): object {
  const room = Math.floor(most - (escapeSlack(text).length - text.length));
  const fitting =
    text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
  return { type: 'plain_text', text: escapeSlack(fitting), emoji: false };
}

/**
 * Escapes the control characters of Slack (https://docs.slack.dev/messaging/formatting-message-text#escaping), and
 * separates the sign of a mention from its name.
 */
function escapeSlack(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@(?=channel|here|everyone)/gi, '@\u2060');
}

/**
 * Half of what an embed may have, since escaping may double a text: title 256, description 4096, fields 25 of 256 and 1024,
 * all 6000 (https://discord.com/developers/docs/resources/message#embed-object-embed-limits).
 */
const DISCORD = { title: 125, line: 120, facts: 10, name: 50, value: 100 };

const COLORS = { critical: 0xd9_2d_20, warning: 0xf7_90_09, info: 0x29_70_ff, over: 0x12_b7_6a };

export function discordBody({ title, text, facts, lines, runbook, severity, isOver, at }: Message): object {
  const link = runbook === undefined ? [] : [`[Runbook](<${cut(runbook, 1000).replace(/[<>]/g, '')}>)`];
  const escaped = [escapeDiscord(text), ...lines.map((line) => escapeDiscord(cut(line, DISCORD.line)))];
  const embed = {
    title: escapeDiscord(cut(title, DISCORD.title)),
    description: [...escaped, ...link].join('\n'),
    color: COLORS[isOver ? 'over' : severity],
    timestamp: isoTime(at),
    fields: facts.slice(0, DISCORD.facts).map(([name, value]) => ({
      name: escapeDiscord(cut(name, DISCORD.name)),
      // A field without a value is refused.
      value: escapeDiscord(cut(value, DISCORD.value)) || '–',
      inline: true,
    })),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** Escapes Markdown, and separates the sign of a mention from its name. */
function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|<>#()[\]-]/g, String.raw`\$&`).replace(/@/g, '@\u200B');
}

/**
 * The priority, of which 3 is the default and 5 the greatest (https://docs.ntfy.sh/publish/#message-priority), and the
 * short code of an emoji (https://docs.ntfy.sh/emojis).
 */
const NTFY: Readonly<Record<Severity | 'over', { readonly priority: number; readonly tag: string }>> = {
  critical: { priority: 5, tag: 'rotating_light' },
  warning: { priority: 4, tag: 'warning' },
  info: { priority: 3, tag: 'information_source' },
  over: { priority: 3, tag: 'white_check_mark' },
};

/** A longer message becomes an attachment: https://docs.ntfy.sh/publish/#limitations */
const NTFY_BYTES = 4096;

export function ntfyBody(message: Message): object {
  const { title, runbook, severity, isOver } = message;
  const { priority, tag } = NTFY[isOver ? 'over' : severity];
  const text = plainText(message);
  const bytes = Buffer.from(text);
  // A character that is cut becomes U+FFFD.
  const start = bytes.subarray(0, NTFY_BYTES - 3).toString('utf8');
  const fitting = bytes.length <= NTFY_BYTES ? text : `${start.replace(/\uFFFD$/, '')}…`;
  return { title, message: fitting, priority, tags: [tag], click: runbook };
}

/** https://developer.pagerduty.com/docs/send-alert-event */
const PAGERDUTY = { summary: 1024, dedupKey: 255 };

/** @returns `undefined` for a repetition that an earlier version has kept: the alert is open already */
export function pagerdutyBody(
  { title, text, severity, runbook }: Message,
  event: AlertEvent | undefined,
  { routingKey: routing_key, source }: { readonly routingKey: string; readonly source: string },
): object | undefined {
  if (event === undefined || event.kind === 'repeated') return undefined;
  const key = `${source}/${event.alert.key}`;
  const dedup_key = key.length <= PAGERDUTY.dedupKey ? key : createHash('sha256').update(key).digest('hex');
  if (event.kind === 'cleared') return { routing_key, event_action: 'resolve', dedup_key };
  const { alert } = eventBody(event);
  const payload = {
    summary: cut(`${title}: ${text}`, PAGERDUTY.summary),
    source,
    severity,
    timestamp: isoTime(event.at),
    component: alert.id,
    group: alert.resource,
    class: alert.rule,
    custom_details: alert,
  };
  const links = runbook === undefined ? [] : [{ href: runbook, text: 'Runbook' }];
  return { routing_key, event_action: 'trigger', dedup_key, client: 'fleetglass', payload, links };
}
