import * as v from 'valibot';
import {
  choice,
  command,
  described,
  duration,
  flag,
  httpUrl,
  integer,
  list,
  name,
  optional,
  path,
  text,
  texts,
  withDefault,
} from './fields.js';

const A_MEMBER = 'rule, severity, resource, or the name of a label';

const named = { name: described(name, 'Identifies the channel in rules, metrics and logs.') };
const timeout = withDefault(duration('100ms', '5m'), '10s', 'The deadline of one attempt. Default: 10s');
export const allowHttp = optional(
  flag,
  'Whether http is allowed for every host. Others can then read what is sent. Default: false',
);
const http = { allowHttp, timeout };
export const bearer = {
  token: optional(text, 'Sent as Authorization: Bearer.'),
  tokenFile: optional(path, 'A file with the token.'),
};
export const env = optional(texts, 'Further variables of its environment.');
/** For HTTP Basic authentication, or for SMTP. */
const account = {
  username: optional(text, 'The user name; set with password.'),
  usernameFile: optional(path, 'A file with the user name.'),
  password: optional(text, 'The password.'),
  passwordFile: optional(path, 'A file with the password.'),
};
const group = optional(
  v.pipe(
    v.strictObject({
      by: optional(
        list(v.pipe(v.string(A_MEMBER), v.regex(/^[A-Za-z_]\w{0,99}$/, A_MEMBER)), 'members of an alert'),
        'Makes one digest for each combination of these values: rule, severity, resource, or labels.',
      ),
      wait: withDefault(duration('0s', '10m'), '10s', 'How long events are collected after the first. Default: 10s'),
      max: withDefault(integer(1, 1000), 3, 'Up to this many collected events leave one by one. Default: 3'),
    }),
    v.transform(({ wait, ...others }) => ({ ...others, waitMs: wait })),
  ),
  'Collects events: more than `max` leave as one digest, in a storm at most once a minute. Default: none',
);
const chat = {
  ...named,
  url: optional(httpUrl, 'The URL of the webhook, which is a secret. Set url or urlFile.'),
  urlFile: optional(path, 'A file with the URL.'),
  ...http,
  group,
};

export const channelSchema = v.variant(
  'type',
  [
    v.strictObject({ type: v.literal('log'), ...named }),
    v.strictObject({
      type: v.literal('webhook'),
      ...named,
      url: optional(httpUrl, 'Receives each event as a POST of JSON. Set url or urlFile.'),
      urlFile: optional(path, 'A file with the URL, which often contains a secret.'),
      secret: optional(text, 'Signs each request with HMAC-SHA256.'),
      secretFile: optional(path, 'A file with the secret.'),
      ...bearer,
      body: optional(text, 'A template of the body in the language Liquid. Default: the event as JSON'),
      digestBody: optional(text, 'The template of a digest. Required with body and group.'),
      contentType: optional(text, 'The type of the body. Outputs are escaped for it. Default: application/json'),
      headers: optional(texts, 'Headers that every request gets. A value with {{ is a template.'),
      ...http,
      group,
    }),
    v.strictObject({
      type: v.literal('command'),
      ...named,
      command: described(
        command,
        'A program and its arguments. No shell reads them. It receives the event as JSON on stdin.',
      ),
      env,
      timeout,
      group,
    }),
    v.strictObject({
      type: v.literal('alertmanager'),
      ...named,
      url: described(httpUrl, 'The address of Alertmanager, such as http://127.0.0.1:9093'),
      ...account,
      ...bearer,
      repeatEvery: withDefault(duration('1s', '24h'), '1m', 'How often firing alerts are sent again. Default: 1m'),
      labels: optional(texts, 'Labels that every alert gets.'),
      nameLabel: optional(flag, 'Whether the name of the database or index is a label too. Default: false'),
      runbookUrl: optional(
        text,
        'The annotation runbook_url. {rule}, {resource}, {id}, {name} and {field} stand for those of the alert.',
      ),
      generatorUrl: optional(text, 'The link to the source of the alert, with the placeholders of runbookUrl.'),
      ...http,
    }),
    v.strictObject({
      type: v.literal('heartbeat'),
      ...named,
      url: optional(httpUrl, 'Gets a request while the monitor works. Set url or urlFile.'),
      urlFile: optional(path, 'A file with the URL, which often contains a secret.'),
      method: withDefault(choice(['GET', 'POST']), 'GET', 'The method of the request. Default: GET'),
      every: withDefault(duration('1s', '24h'), '1m', 'The interval of the requests. Default: 1m'),
      ...bearer,
      headers: optional(texts, 'Headers that every request gets.'),
      ...http,
    }),
    v.strictObject({ type: v.literal('slack'), ...chat }),
    v.strictObject({ type: v.literal('discord'), ...chat }),
    v.strictObject({
      type: v.literal('pagerduty'),
      ...named,
      routingKey: optional(text, 'The integration key of the Events API v2. Set routingKey or routingKeyFile.'),
      routingKeyFile: optional(path, 'A file with the integration key.'),
      url: optional(httpUrl, 'The address of the Events API. Default: https://events.pagerduty.com/v2/enqueue'),
      source: optional(text, 'The source of each alert. Default: fleetglass'),
      ...http,
    }),
    v.strictObject({
      type: v.literal('ntfy'),
      ...named,
      url: optional(httpUrl, 'The address of the server. Default: https://ntfy.sh'),
      topic: optional(text, 'The topic, which is a secret on a public server. Set topic or topicFile.'),
      topicFile: optional(path, 'A file with the topic.'),
      ...bearer,
      ...account,
      ...http,
      group,
    }),
    v.strictObject({
      type: v.literal('email'),
      ...named,
      host: described(text, 'The SMTP server.'),
      port: optional(integer(1, 65_535), 'The port of the server. Default: 587, 465 or 25'),
      tls: withDefault(
        choice(['starttls', 'implicit', 'none']),
        'starttls',
        'How the connection is encrypted. Default: starttls',
      ),
      ca: optional(text, 'The certificates by which the server is checked, in PEM.'),
      caFile: optional(path, 'A file with the certificates.'),
      ...account,
      from: described(text, 'The address of the sender.'),
      to: described(list(text, 'addresses'), 'The addresses of the recipients.'),
      timeout,
      group,
    }),
  ],
  'log, webhook, command, alertmanager, slack, discord, pagerduty, ntfy, email or heartbeat',
);

export type ChannelConfig = v.InferOutput<typeof channelSchema>;

/** Gets no alerts, but a request while the monitor works. */
type HeartbeatConfig = Extract<ChannelConfig, { readonly type: 'heartbeat' }>;

export type AlertChannelConfig = Exclude<ChannelConfig, HeartbeatConfig>;

export const isHeartbeat = (config: ChannelConfig): config is HeartbeatConfig => config.type === 'heartbeat';

export const isAlertChannel = (config: ChannelConfig): config is AlertChannelConfig => !isHeartbeat(config);
