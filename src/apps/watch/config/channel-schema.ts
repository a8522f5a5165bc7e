import * as v from 'valibot';
import { A_MAPPING, command, described, duration, flag, mapping, name, path, text } from './fields.js';
import { httpUrl } from './url-field.js';

const channelName = described(name, 'Identifies the channel in rules, metrics and logs.');
const timeout = v.optional(described(duration('100ms', '5m'), 'The deadline of one attempt. Default: 10s'), '10s');
const token = v.optional(described(text, 'Sent as Authorization: Bearer.'));
const tokenFile = v.optional(described(path, 'A file with the token.'));
const allowHttp = v.optional(
  described(flag, 'Whether http is allowed for every host. Others can then read what is sent. Default: false'),
);
const headers = v.optional(described(v.record(v.string(), text, A_MAPPING), 'Headers that every request gets.'));

/** Where alerts are sent. */
export const channelSchema = v.variant(
  'type',
  [
    mapping({
      type: v.literal('log'),
      name: channelName,
    }),
    mapping({
      type: v.literal('webhook'),
      name: channelName,
      url: v.optional(described(httpUrl, 'Receives each event as a POST of JSON. Set url or urlFile.')),
      urlFile: v.optional(described(path, 'A file with the URL, which often contains a secret.')),
      secret: v.optional(described(text, 'Signs each request with HMAC-SHA256.')),
      secretFile: v.optional(described(path, 'A file with the secret.')),
      token,
      tokenFile,
      headers,
      allowHttp,
      timeout,
    }),
    mapping({
      type: v.literal('command'),
      name: channelName,
      command: described(
        command,
        'A program and its arguments. No shell reads them. It receives the event as JSON on stdin.',
      ),
      env: v.optional(
        described(
          v.record(v.string(), v.string('expected a text'), A_MAPPING),
          'Further variables of its environment.',
        ),
      ),
      timeout,
    }),
    mapping({
      type: v.literal('alertmanager'),
      name: channelName,
      url: described(httpUrl, 'The address of Alertmanager, such as http://127.0.0.1:9093'),
      username: v.optional(text),
      usernameFile: v.optional(path),
      password: v.optional(text),
      passwordFile: v.optional(path),
      token,
      tokenFile,
      allowHttp,
      repeatEvery: v.optional(
        described(duration('1s', '24h'), 'How often firing alerts are sent again. Default: 1m'),
        '1m',
      ),
      labels: v.optional(described(v.record(v.string(), text, A_MAPPING), 'Labels that every alert gets.')),
      timeout,
    }),
  ],
  'expected type: log, webhook, command or alertmanager',
);

export type ChannelConfig = v.InferOutput<typeof channelSchema>;
