import * as v from 'valibot';
import { isObject } from '../../core/shared/is-object.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import { checkMembers } from '../rules/check-members.js';
import type { Severity } from '../rules/rule.js';
import type { Channel } from './channel.js';
import { isoTime } from './event-body.js';
import { inspectEndpoint } from './http-channel.js';
import { messageChannel, messageChannelEntries, type MessageChannelOptions } from './message-channel.js';
import { cut, type Message } from './message.js';

/** The options of {@link discordChannel}. `url` is the address of a webhook, which is a secret. */
export type DiscordChannelOptions = MessageChannelOptions;

const discordOptions = v.pipe(
  v.strictObject(messageChannelEntries),
  checkMembers((given) => inspectEndpoint(given, given.allowHttp === true)),
);

const COLORS: Readonly<Record<Severity | 'over', number>> = {
  critical: 0xd9_2d_20,
  warning: 0xf7_90_09,
  info: 0x29_70_ff,
  over: 0x12_b7_6a,
};

/**
 * Half of what an embed may have, since escaping may double a text: title 256, description 4096, fields 25 of 256 and 1024,
 * all 6000 (https://discord.com/developers/docs/resources/message#embed-object-embed-limits).
 */
const MAX = { title: 125, line: 120, facts: 10, name: 50, value: 100 };

/**
 * Sends each event as a message to a webhook of Discord.
 *
 * A name makes no markup, and mentions are switched off. Answers have the same effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const chat = discordChannel({ name: 'chat', url: process.env.DISCORD_WEBHOOK_URL });
 * ```
 */
export function discordChannel(options: DiscordChannelOptions): Channel {
  const given = parseOptions('configure', discordOptions, options);
  const url = new URL(given.url);
  // Without it, Discord does not tell that a message was not saved.
  url.searchParams.set('wait', 'true');
  return messageChannel(given, { url: url.href, bodyOf: discordBody, retryAfterOf });
}

/** The body of 429 says how many seconds to wait, also where the header is absent. */
function retryAfterOf(body: unknown): number | undefined {
  const seconds = isObject(body) ? body['retry_after'] : undefined;
  return typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
}

function discordBody({ title, text, facts, lines, runbook, severity, isOver, at }: Message): object {
  const link = runbook === undefined ? [] : [`[Runbook](<${cut(runbook, 1000).replace(/[<>]/g, '')}>)`];
  const escaped = [escape(text), ...lines.map((line) => escape(cut(line, MAX.line)))];
  const embed = {
    title: escape(cut(title, MAX.title)),
    description: [...escaped, ...link].join('\n'),
    color: COLORS[isOver ? 'over' : severity],
    timestamp: isoTime(at),
    fields: facts.slice(0, MAX.facts).map(([name, value]) => ({
      name: escape(cut(name, MAX.name)),
      // A field without a value is refused.
      value: escape(cut(value, MAX.value)) || '–',
      inline: true,
    })),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** Escapes Markdown, and separates the sign of a mention from its name. */
function escape(text: string): string {
  return text.replace(/[\\*_~`|<>#()[\]-]/g, String.raw`\$&`).replace(/@/g, '@\u200B');
}
