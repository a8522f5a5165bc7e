import * as v from 'valibot';
import * as f from './fields.js';

const A_MEMBER = 'rule, severity, resource, or the name of a label';

const timeout = f.withDefault(f.duration('100ms', '5m'), '10s', 'The deadline of one attempt.');
export const allowHttp = f.optional(
  f.flag,
  'Whether http is allowed for every host. Others can then read what is sent. Default: false',
);
const http = { allowHttp, timeout };
export const bearer = {
  token: f.optional(f.text, 'Sent as Authorization: Bearer.'),
  tokenFile: f.optional(f.path, 'A file with the token.'),
};
export const env = f.optional(f.texts, 'Further variables of its environment.');
/** For HTTP Basic authentication, or for SMTP. */
const account = {
  username: f.optional(f.text, 'The user name; set with password.'),
  usernameFile: f.optional(f.path, 'A file with the user name.'),
  password: f.optional(f.text, 'The password.'),
  passwordFile: f.optional(f.path, 'A file with the password.'),
};
const group = f.optional(
  v.pipe(
    v.strictObject({
      by: f.optional(
        f.list(v.pipe(v.string(A_MEMBER), v.regex(/^[A-Za-z_]\w{0,99}$/, A_MEMBER)), 'members of an alert'),
        'Makes one digest for each combination of these values: rule, severity, resource, or labels.',
      ),
      wait: f.withDefault(f.duration('0s', '10m'), '10s', 'How long events are collected after the first.'),
      max: f.withDefault(f.integer(1, 1000), 3, 'Up to this many collected events leave one by one.'),
    }),
    v.transform(({ wait, ...others }) => ({ ...others, waitMs: wait })),
  ),
  'Collects events: more than `max` leave as one digest, in a storm at most once a minute. Default: none',
);
const chat = {
  url: f.optional(f.httpUrl, 'The URL of the webhook, which is a secret. Set url or urlFile.'),
  urlFile: f.optional(f.path, 'A file with the URL.'),
  ...http,
  group,
};

function channel<const T extends string, const E extends v.ObjectEntries>(type: T, members: E) {
  const name = f.described(f.name, 'Identifies the channel in rules, metrics and logs.');
  return v.strictObject({ type: v.literal(type), name, ...members });
}

export const channelSchema = v.variant(
  'type',
  [
    channel('log', {}),
    channel('webhook', {
      url: f.optional(f.httpUrl, 'Receives each event as a POST of JSON. Set url or urlFile.'),
      urlFile: f.optional(f.path, 'A file with the URL, which often contains a secret.'),
      secret: f.optional(f.text, 'Signs each request with HMAC-SHA256.'),
      secretFile: f.optional(f.path, 'A file with the secret.'),
      ...bearer,
      body: f.optional(f.text, 'A template of the body in the language Liquid. Default: the event as JSON'),
      digestBody: f.optional(f.text, 'The template of a digest. Required with body and group.'),
      contentType: f.optional(f.text, 'The type of the body. Outputs are escaped for it. Default: application/json'),
      headers: f.optional(f.texts, 'Headers that every request gets. A value with {{ is a template.'),
      ...http,
      group,
    }),
    channel('command', {
      command: f.described(
        f.command,
        'A program and its arguments. No shell reads them. It receives the event as JSON on stdin.',
      ),
      env,
      timeout,
      group,
    }),
    channel('alertmanager', {
      url: f.described(f.httpUrl, 'The address of Alertmanager, such as http://127.0.0.1:9093'),
      ...account,
      ...bearer,
      repeatEvery: f.withDefault(f.duration('1s', '24h'), '1m', 'How often firing alerts are sent again.'),
      labels: f.optional(f.texts, 'Labels that every alert gets.'),
      nameLabel: f.optional(f.flag, 'Whether the name of the database or index is a label too. Default: false'),
      runbookUrl: f.optional(
        f.text,
        'The annotation runbook_url. {rule}, {resource}, {id}, {name} and {field} become the values of the alert.',
      ),
      generatorUrl: f.optional(f.text, 'The link to the source of the alert, with the placeholders of runbookUrl.'),
      ...http,
    }),
    channel('heartbeat', {
      url: f.optional(f.httpUrl, 'Gets a request while the monitor works. Set url or urlFile.'),
      urlFile: f.optional(f.path, 'A file with the URL, which often contains a secret.'),
      method: f.withDefault(f.choice(['GET', 'POST']), 'GET', 'The method of the request.'),
      every: f.withDefault(f.duration('1s', '24h'), '1m', 'The interval of the requests.'),
      ...bearer,
      headers: f.optional(f.texts, 'Headers that every request gets.'),
      ...http,
    }),
    channel('slack', chat),
    channel('discord', chat),
    channel('pagerduty', {
      routingKey: f.optional(f.text, 'The integration key of the Events API v2. Set routingKey or routingKeyFile.'),
      routingKeyFile: f.optional(f.path, 'A file with the integration key.'),
      url: f.optional(f.httpUrl, 'The address of the Events API. Default: https://events.pagerduty.com/v2/enqueue'),
      source: f.optional(f.text, 'The source of each alert. Default: fleetglass'),
      ...http,
    }),
    channel('ntfy', {
      url: f.optional(f.httpUrl, 'The address of the server. Default: https://ntfy.sh'),
      topic: f.optional(f.text, 'The topic, which is a secret on a public server. Set topic or topicFile.'),
      topicFile: f.optional(f.path, 'A file with the topic.'),
      ...bearer,
      ...account,
      ...http,
      group,
    }),
    channel('email', {
      host: f.described(f.text, 'The SMTP server.'),
      port: f.optional(f.integer(1, 65_535), 'The port of the server. Default: 587, 465 or 25'),
      tls: f.withDefault(f.choice(['starttls', 'implicit', 'none']), 'starttls', 'How the connection is encrypted.'),
      ca: f.optional(f.text, 'The certificates by which the server is checked, in PEM.'),
      caFile: f.optional(f.path, 'A file with the certificates.'),
      ...account,
      from: f.described(f.text, 'The address of the sender.'),
      to: f.described(f.list(f.text, 'addresses'), 'The addresses of the recipients.'),
      timeout,
      group,
    }),
  ],
  'log, webhook, command, alertmanager, slack, discord, pagerduty, ntfy, email or heartbeat',
);

export type ChannelConfig = v.InferOutput<typeof channelSchema>;

/** The receiver of a heartbeat gets no alerts, but a request at each interval while the monitor works. */
export type AlertChannelConfig = Exclude<ChannelConfig, { readonly type: 'heartbeat' }>;

export const isAlertChannel = (config: ChannelConfig): config is AlertChannelConfig => config.type !== 'heartbeat';
