import * as v from 'valibot';
import type { Channel } from '../../../monitor/channels/channel.js';
import { discordChannel } from '../../../monitor/channels/discord-channel.js';
import { emailChannel } from '../../../monitor/channels/email-channel.js';
import { ntfyChannel } from '../../../monitor/channels/ntfy-channel.js';
import { pagerdutyChannel } from '../../../monitor/channels/pagerduty-channel.js';
import { slackChannel } from '../../../monitor/channels/slack-channel.js';
import { allowHttp, channelName, group, passwordMembers, timeout, token, tokenFile } from './channel-fields.js';
import { choice, described, httpUrl, integer, list, optional, path, text, withDefault } from './fields.js';

const chat = {
  name: channelName,
  url: optional(httpUrl, 'The URL of the webhook, which is a secret. Set url or urlFile.'),
  urlFile: optional(path, 'A file with the URL.'),
  allowHttp,
  timeout,
  group,
};

/** The types of channels whose messages are made for people. */
export const presetSchemas = [
  v.strictObject({ type: v.literal('slack'), ...chat }),
  v.strictObject({ type: v.literal('discord'), ...chat }),
  v.strictObject({
    type: v.literal('pagerduty'),
    name: channelName,
    routingKey: optional(text, 'The integration key of the Events API v2. Set routingKey or routingKeyFile.'),
    routingKeyFile: optional(path, 'A file with the integration key.'),
    url: optional(httpUrl, 'The address of the Events API. Default: https://events.pagerduty.com/v2/enqueue'),
    source: optional(text, 'The source of each alert. Default: fleetglass'),
    allowHttp,
    timeout,
  }),
  v.strictObject({
    type: v.literal('ntfy'),
    name: channelName,
    url: optional(httpUrl, 'The address of the server. Default: https://ntfy.sh'),
    topic: optional(text, 'The topic, which is a secret on a public server. Set topic or topicFile.'),
    topicFile: optional(path, 'A file with the topic.'),
    token,
    tokenFile,
    ...passwordMembers,
    allowHttp,
    timeout,
    group,
  }),
  v.strictObject({
    type: v.literal('email'),
    name: channelName,
    host: described(text, 'The SMTP server.'),
    port: optional(integer(1, 65_535), 'The port of the server. Default: 587, 465 or 25'),
    tls: withDefault(
      choice(['starttls', 'implicit', 'none']),
      'starttls',
      'How the connection is encrypted. Default: starttls',
    ),
    ca: optional(text, 'The certificates by which the server is checked, in PEM.'),
    caFile: optional(path, 'A file with the certificates.'),
    ...passwordMembers,
    from: described(text, 'The address of the sender.'),
    to: described(list(text, 'addresses'), 'The addresses of the recipients.'),
    timeout,
    group,
  }),
] as const;

export type PresetConfig = v.InferOutput<(typeof presetSchemas)[number]>;

/** @throws FleetError `invalid-request`, whose `issues` name each invalid member as the monitor calls it */
export function createPreset(config: PresetConfig): Channel {
  const { name, timeout: timeoutMs } = config;
  switch (config.type) {
    case 'slack':
    case 'discord': {
      const { url = '', allowHttp: allow, group: grouped } = config;
      const create = config.type === 'slack' ? slackChannel : discordChannel;
      return create({ name, url, allowHttp: allow, timeoutMs, group: grouped });
    }
    case 'pagerduty': {
      const { routingKey = '', url, source, allowHttp: allow } = config;
      return pagerdutyChannel({ name, routingKey, url, source, allowHttp: allow, timeoutMs });
    }
    case 'ntfy': {
      const { url, topic = '', token: bearer, username, password, allowHttp: allow, group: grouped } = config;
      return ntfyChannel({
        name,
        url,
        topic,
        token: bearer,
        username,
        password,
        allowHttp: allow,
        timeoutMs,
        group: grouped,
      });
    }
    case 'email': {
      const { host, port, tls, ca, username, password, from, to, group: grouped } = config;
      return emailChannel({ name, host, port, tls, ca, username, password, from, to, timeoutMs, group: grouped });
    }
  }
}
