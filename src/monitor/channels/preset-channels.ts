import * as v from 'valibot';
import { parseOptions } from '../options/parse-options.js';
import type { AlertEvent } from '../alerts/alert.js';
import { checkMembers, matching } from '../rules/check-members.js';
import type { Channel } from './channel.js';
import { groupOptions, type GroupOptions } from './digest.js';
import {
  authorizationOf,
  headerValue,
  httpChannelEntries,
  inspectEndpoint,
  inspectReceiver,
  passwordEntries,
  request,
  type HttpChannelOptions,
  type PasswordOptions,
} from './http-channel.js';
import { digestMessageOf, messageOf, type Message } from './message.js';
import { discordBody, ntfyBody, pagerdutyBody, slackBody } from './preset-messages.js';

/** The options of {@link slackChannel}. `url` is the address of an incoming webhook, which is a secret. */
export interface SlackChannelOptions extends HttpChannelOptions {
  /** Sends many events as one message. @default none: one message for each event */
  readonly group?: GroupOptions | undefined;
}

/** The options of {@link discordChannel}. `url` is the address of a webhook, which is a secret. */
export type DiscordChannelOptions = SlackChannelOptions;

/** The options of {@link ntfyChannel}. */
export interface NtfyChannelOptions extends Omit<SlackChannelOptions, 'url'>, PasswordOptions {
  /** The address of the server. @default 'https://ntfy.sh' */
  readonly url?: string | URL | undefined;
  /** The topic. On a public server everybody who knows it can read and write it, so it is a secret. */
  readonly topic: string;
  /** An access token, sent as `authorization: Bearer`. @default none */
  readonly token?: string | undefined;
}

/** The options of {@link pagerdutyChannel}. */
export interface PagerdutyChannelOptions extends Omit<HttpChannelOptions, 'url'> {
  /** The integration key of a service, for the Events API v2. It is a secret. */
  readonly routingKey: string;
  /** The address of the Events API. @default 'https://events.pagerduty.com/v2/enqueue' */
  readonly url?: string | URL | undefined;
  /**
   * The `source` of each alert, which is also a part of its deduplication key. Set it if several monitors share a
   * routing key. @default 'fleetglass'
   */
  readonly source?: string | undefined;
}

const chatEntries = { ...httpChannelEntries, group: v.optional(groupOptions) };
const chatOptions = v.pipe(
  v.strictObject(chatEntries),
  checkMembers((given) => inspectEndpoint(given)),
);

const ntfyOptions = v.pipe(
  v.strictObject({
    ...chatEntries,
    ...passwordEntries,
    url: v.optional(chatEntries.url, 'https://ntfy.sh'),
    topic: matching(/^[\w-]{1,64}$/, '1 to 64 letters, digits, "-" and "_"'),
    token: v.optional(headerValue),
  }),
  checkMembers((given) => {
    const problems = inspectReceiver(given, 'token', given.token);
    const path = new URL(given.url).pathname.split('/').filter(Boolean);
    if (path.at(-1) === given.topic) problems.push([['url'], 'the address of the server, without the topic']);
    return problems;
  }),
);

const pagerdutyOptions = v.pipe(
  v.strictObject({
    ...httpChannelEntries,
    url: v.optional(httpChannelEntries.url, 'https://events.pagerduty.com/v2/enqueue'),
    routingKey: matching(/^[A-Za-z\d]{32}$/, 'the integration key of the Events API v2: 32 letters and digits'),
    source: v.optional(matching(/^[^\p{Cc}\p{Cs}]{1,100}$/u, 'a text of 1 to 100 printable characters'), 'fleetglass'),
  }),
  checkMembers((given) => inspectEndpoint(given)),
);

/**
 * Sends each event as a message to an incoming webhook of Slack. Texts are plain texts of Block Kit, so a name makes no
 * markup, mention or preview of a link. Answers have the same effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const chat = slackChannel({ name: 'chat', url: process.env.SLACK_WEBHOOK_URL });
 * ```
 */
export function slackChannel(options: SlackChannelOptions): Channel {
  return presetChannel(parseOptions(chatOptions, options), slackBody);
}

/**
 * Sends each event as a message to a webhook of Discord. A name makes no markup, and mentions are switched off. Answers
 * have the same effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const chat = discordChannel({ name: 'chat', url: process.env.DISCORD_WEBHOOK_URL });
 * ```
 */
export function discordChannel(options: DiscordChannelOptions): Channel {
  const given = parseOptions(chatOptions, options);
  const url = new URL(given.url);
  // Without `wait`, Discord does not report a message that it could not save.
  url.searchParams.set('wait', 'true');
  return presetChannel({ ...given, url: url.href }, discordBody);
}

/**
 * Sends each event as a notification of ntfy, on ntfy.sh or another server. Answers have the same effects as those of
 * {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const phone = ntfyChannel({ name: 'phone', topic: process.env.NTFY_TOPIC });
 * ```
 */
export function ntfyChannel(options: NtfyChannelOptions): Channel {
  const given = parseOptions(ntfyOptions, options);
  const bodyOf = (message: Message) => ({ topic: given.topic, ...ntfyBody(message) });
  const url = `${given.url.replace(/\/+$/, '')}/`;
  return presetChannel({ ...given, url }, bodyOf, authorizationOf(given.token, given));
}

/**
 * Sends alerts to the Events API v2 of PagerDuty: an alert triggers when it fires, and resolves when it clears.
 *
 * The key of the alert is the deduplication key, so a second delivery changes nothing, and PagerDuty gets nothing while an
 * alert goes on. There is no `group`: each alert resolves by itself, and PagerDuty groups alerts. Answers have the same
 * effects as those of {@link webhookChannel}.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const pager = pagerdutyChannel({ name: 'pager', routingKey: process.env.PAGERDUTY_ROUTING_KEY });
 * ```
 */
export function pagerdutyChannel(options: PagerdutyChannelOptions): Channel {
  const given = parseOptions(pagerdutyOptions, options);
  const bodyOf = (message: Message, event?: AlertEvent) => pagerdutyBody(message, event, given);
  return { ...presetChannel(given, bodyOf), sendRepeated: false };
}

/** @param bodyOf gets no event for a digest, and returns `undefined` if the vendor needs no message */
function presetChannel(
  given: v.InferOutput<typeof chatOptions>,
  bodyOf: (message: Message, event?: AlertEvent) => object | undefined,
  headers: Readonly<Record<string, string>> = {},
): Channel {
  const { name, url, timeoutMs, group } = given;
  const all = { ...headers, 'content-type': 'application/json' };
  const send = async (body: object | undefined, signal: AbortSignal): Promise<void> => {
    if (body !== undefined)
      await request(url, { method: 'POST', headers: all, body: JSON.stringify(body), signal }, given);
  };
  return {
    name,
    timeoutMs,
    group,
    deliver: ({ event }, { signal }) => send(bodyOf(messageOf(event), event), signal),
    deliverDigest: (digest, { signal }) => send(bodyOf(digestMessageOf(digest)), signal),
  };
}
