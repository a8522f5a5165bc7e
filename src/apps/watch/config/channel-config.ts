import * as v from 'valibot';
import { alertmanagerChannel } from '../../../monitor/channels/alertmanager-channel.js';
import type { Channel } from '../../../monitor/channels/channel.js';
import { commandChannel } from '../../../monitor/channels/command-channel.js';
import { logChannel } from '../../../monitor/channels/log-channel.js';
import { webhookChannel } from '../../../monitor/channels/webhook-channel.js';
import type { HeartbeatOptions } from '../../../monitor/heartbeat/start-heartbeat.js';
import type { MonitorLog } from '../../../monitor/log/monitor-log.js';
import { allowHttp, channelName, group, passwordMembers, timeout, token, tokenFile } from './channel-fields.js';
import {
  choice,
  command,
  described,
  duration,
  flag,
  httpUrl,
  optional,
  path,
  text,
  texts,
  withDefault,
} from './fields.js';
import { createPreset, presetSchemas } from './preset-config.js';

export const channelSchema = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('log'), name: channelName }),
    v.strictObject({
      type: v.literal('webhook'),
      name: channelName,
      url: optional(httpUrl, 'Receives each event as a POST of JSON. Set url or urlFile.'),
      urlFile: optional(path, 'A file with the URL, which often contains a secret.'),
      secret: optional(text, 'Signs each request with HMAC-SHA256.'),
      secretFile: optional(path, 'A file with the secret.'),
      token,
      tokenFile,
      body: optional(text, 'A template of the body in the language Liquid. Default: the event as JSON'),
      digestBody: optional(text, 'The template of a digest. Required with body and group.'),
      contentType: optional(text, 'The type of the body. Outputs are escaped for it. Default: application/json'),
      headers: optional(texts, 'Headers that every request gets. A value with {{ is a template.'),
      allowHttp,
      timeout,
      group,
    }),
    v.strictObject({
      type: v.literal('command'),
      name: channelName,
      command: described(
        command,
        'A program and its arguments. No shell reads them. It receives the event as JSON on stdin.',
      ),
      env: optional(texts, 'Further variables of its environment.'),
      timeout,
      group,
    }),
    v.strictObject({
      type: v.literal('alertmanager'),
      name: channelName,
      url: described(httpUrl, 'The address of Alertmanager, such as http://127.0.0.1:9093'),
      ...passwordMembers,
      token,
      tokenFile,
      allowHttp,
      repeatEvery: withDefault(duration('1s', '24h'), '1m', 'How often firing alerts are sent again. Default: 1m'),
      labels: optional(texts, 'Labels that every alert gets.'),
      nameLabel: optional(flag, 'Whether the name of the database or index is a label too. Default: false'),
      runbookUrl: optional(
        text,
        'The annotation runbook_url. {rule}, {resource}, {id}, {name} and {field} stand for those of the alert.',
      ),
      generatorUrl: optional(text, 'The link to the source of the alert, with the placeholders of runbookUrl.'),
      timeout,
    }),
    v.strictObject({
      type: v.literal('heartbeat'),
      name: channelName,
      url: optional(httpUrl, 'Gets a request while the monitor works. Set url or urlFile.'),
      urlFile: optional(path, 'A file with the URL, which often contains a secret.'),
      method: withDefault(choice(['GET', 'POST']), 'GET', 'The method of the request. Default: GET'),
      every: withDefault(duration('1s', '24h'), '1m', 'The interval of the requests. Default: 1m'),
      token,
      tokenFile,
      headers: optional(texts, 'Headers that every request gets.'),
      allowHttp,
      timeout,
    }),
    ...presetSchemas,
  ],
  'log, webhook, command, alertmanager, slack, discord, pagerduty, ntfy, email or heartbeat',
);

export type ChannelConfig = v.InferOutput<typeof channelSchema>;

/** Gets no alerts, but a request while the monitor works. */
export type HeartbeatConfig = Extract<ChannelConfig, { readonly type: 'heartbeat' }>;

export type AlertChannelConfig = Exclude<ChannelConfig, HeartbeatConfig>;

export const isHeartbeat = (config: ChannelConfig): config is HeartbeatConfig => config.type === 'heartbeat';

export const isAlertChannel = (config: ChannelConfig): config is AlertChannelConfig => !isHeartbeat(config);

/** The options of a heartbeat. */
export function heartbeatOptionsOf(config: HeartbeatConfig, log: MonitorLog): HeartbeatOptions {
  const {
    name,
    url = '',
    method,
    every: everyMs,
    token: bearerToken,
    headers,
    allowHttp: allow,
    timeout: timeoutMs,
  } = config;
  const all = { ...headers, ...(bearerToken !== undefined && { authorization: `Bearer ${bearerToken}` }) };
  return { name, url, method, everyMs, headers: all, allowHttp: allow, timeoutMs, log };
}

/**
 * Makes a channel of the monitor.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid member as the monitor calls it
 */
export function createChannel(config: AlertChannelConfig, log: MonitorLog): Channel {
  const { name } = config;
  switch (config.type) {
    case 'log':
      // The monitor logs each alert by itself.
      return logChannel({
        name,
        log: (level, event, facts) => log(level, event.replace('alert', 'notification'), { channel: name, ...facts }),
      });
    case 'webhook': {
      const { url = '', secret, token: bearerToken, headers, allowHttp: allow, timeout: timeoutMs } = config;
      const { body, digestBody, contentType } = config;
      const all = { ...headers, ...(bearerToken !== undefined && { authorization: `Bearer ${bearerToken}` }) };
      return webhookChannel({
        name,
        url,
        secret,
        body,
        digestBody,
        contentType,
        headers: all,
        allowHttp: allow,
        timeoutMs,
        group: config.group,
      });
    }
    case 'command':
      return commandChannel({
        name,
        command: config.command,
        env: config.env,
        timeoutMs: config.timeout,
        group: config.group,
      });
    case 'alertmanager': {
      const { url, username, password, token: bearerToken, labels, nameLabel, runbookUrl, generatorUrl } = config;
      return alertmanagerChannel({
        name,
        url,
        username,
        password,
        bearerToken,
        labels,
        nameLabel,
        runbookUrl,
        generatorUrl,
        allowHttp: config.allowHttp,
        timeoutMs: config.timeout,
        repeatMs: config.repeatEvery,
      });
    }
    default:
      return createPreset(config);
  }
}

/** Makes the channels that get alerts. */
export function createChannels(configs: readonly ChannelConfig[], log: MonitorLog): readonly Channel[] {
  return configs.filter(isAlertChannel).map((config) => createChannel(config, log));
}

const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['bearerToken', 'token'],
  ['timeoutMs', 'timeout'],
  ['repeatMs', 'repeatEvery'],
  ['everyMs', 'every'],
]);

/** The name in the configuration of a member of a channel of the monitor. */
export function memberOfChannel(member: string): string {
  return MEMBERS.get(member) ?? member;
}
