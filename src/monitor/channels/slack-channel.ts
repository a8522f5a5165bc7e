import * as v from 'valibot';
import { parseOptions } from '../../core/shared/parse-options.js';
import { checkMembers } from '../rules/check-members.js';
import type { Channel } from './channel.js';
import { inspectEndpoint } from './http-channel.js';
import { messageChannel, messageChannelEntries, type MessageChannelOptions } from './message-channel.js';
import { cut, type Message } from './message.js';

/** The options of {@link slackChannel}. `url` is the address of an incoming webhook, which is a secret. */
export type SlackChannelOptions = MessageChannelOptions;

const slackOptions = v.pipe(
  v.strictObject(messageChannelEntries),
  checkMembers((given) => inspectEndpoint(given, given.allowHttp === true)),
);

/** The limits of Block Kit: https://docs.slack.dev/reference/block-kit/blocks */
const MAX = { header: 150, section: 3000, fields: 10, field: 2000 };

/**
 * Sends each event as a message to an incoming webhook of Slack.
 *
 * Texts are plain texts of Block Kit, so a name makes no markup, mention or preview of a link. Answers have the same
 * effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const chat = slackChannel({ name: 'chat', url: process.env.SLACK_WEBHOOK_URL });
 * ```
 */
export function slackChannel(options: SlackChannelOptions): Channel {
  const given = parseOptions('configure', slackOptions, options);
  return messageChannel(given, { url: given.url, bodyOf: slackBody });
}

function slackBody({ title, text, facts, lines, runbook }: Message): object {
  const blocks = [
    { type: 'header', text: plain(title, MAX.header) },
    { type: 'section', text: plain([text, ...lines].join('\n'), MAX.section) },
    ...(facts.length === 0
      ? []
      : [
          {
            type: 'section',
            fields: facts.slice(0, MAX.fields).map((fact) => plain(fact.join(': '), MAX.field)),
          },
        ]),
    ...(runbook === undefined
      ? []
      : [{ type: 'section', text: { type: 'mrkdwn', text: `<${escapeLink(runbook)}|Runbook>` } }]),
  ];
  // The text is for notifications. It is no markup.
  return { text: escape(`${title}: ${text}`), mrkdwn: false, blocks, unfurl_links: false, unfurl_media: false };
}

function plain(text: string, most: number): object {
  // An escaped character takes up to five, so the text is cut before.
  return { type: 'plain_text', text: escape(cutLines(text, most)), emoji: false };
}

/** Cuts a text so that it fits after escaping. */
function cutLines(text: string, most: number): string {
  const room = Math.floor(most - (escape(text).length - text.length));
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Escapes the control characters of Slack (https://docs.slack.dev/messaging/formatting-message-text#escaping), and
 * separates the sign of a mention from its name.
 */
function escape(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@(?=channel|here|everyone)/gi, '@\u2060');
}

function escapeLink(url: string): string {
  return escape(cut(url, MAX.field)).replace(/\|/g, '%7C');
}
