import * as v from 'valibot';
import { windowList } from '../../../monitor/quiet/maintenance.js';
import { checkNames } from '../../../monitor/rules/check-members.js';
import { limitFields, ruleList } from '../../../monitor/rules/rule-schema.js';
import { type ChannelConfig, channelSchema } from './channel-schema.js';
import * as f from './fields.js';
import { idSourceSchema } from './id-source-config.js';

const service = v.strictObject({
  baseUrl: f.optional(f.serviceUrl, 'Address of the service. FLEETGLASS_BASE_URL takes precedence.'),
  username: f.optional(f.text, 'User name of the account. FLEETGLASS_USERNAME takes precedence.'),
  usernameFile: f.optional(f.path, 'A file with the user name.'),
  password: f.optional(f.text, 'Password of the account. FLEETGLASS_PASSWORD takes precedence.'),
  passwordFile: f.optional(f.path, 'A file with the password.'),
  timeout: f.withDefault(f.duration('100ms', '10m'), '15s', 'The deadline of one answer.'),
});

const interval = (description: string) => f.optional(f.duration('100ms', '7d'), description);

const A_RATE = 'a number, more than 0 and at most 100000';

const cadence = v.strictObject({
  tracked: interval('The interval of a database at rest. Default: 1m'),
  modifying: interval('The interval of a database whose modifying_state is set. Default: 2s'),
  inactive: interval('The interval of a database that is not active. Default: 2m'),
  missing: interval('The interval of a database that the service does not know. Default: 5m'),
  indices: interval('The interval of the list of vector indices. Default: 2m'),
});

const polling = v.strictObject({
  cadence: f.withDefault(cadence, {}, 'How often resources are polled.'),
  perSecond: f.optional(
    v.pipe(
      v.number(A_RATE),
      v.check((rate) => rate > 0 && rate <= 100_000, A_RATE),
    ),
    'The most requests a second on average. Default: 10',
  ),
  burst: f.optional(f.integer(1, 100_000), 'The most requests at once after an idle time. Default: 20'),
  concurrency: f.optional(f.integer(1, 1000), 'The most requests in flight. Default: 8'),
});

const clearLevels = v.strictObject({
  warning: v.optional(f.ratio(1000)),
  critical: v.optional(f.ratio(1000)),
  exceeded: v.optional(f.ratio(1000)),
});

const levels = {
  warning: f.optional(f.ratio(1000), 'The ratio of use to limit at which warning begins. Default: 0.8'),
  critical: f.optional(f.ratio(1000), 'The ratio at which critical begins. Default: 0.95'),
  exceeded: f.optional(f.ratio(1000), 'The ratio at which exceeded begins. Default: 1'),
  clear: f.optional(clearLevels, 'The ratio below which each status ends. Default: 0.02 lower'),
};
const overrides = Object.fromEntries(limitFields.map((field) => [field, v.optional(v.strictObject(levels))]));
const thresholds = v.strictObject({
  ...levels,
  overrides: f.optional(v.strictObject(overrides), 'Ratios for single limits, by field.'),
});

const usage = v.strictObject({
  redis: f.withDefault(f.flag, true, 'Whether INFO is read from the databases.'),
  vector: f.withDefault(f.flag, true, 'Whether the indices are asked for their use.'),
  endpointDomain: f.optional(
    v.pipe(f.text, v.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)*$/i, 'a domain, such as example.com')),
    'The domain of databases whose endpoint is an identifier.',
  ),
  every: f.withDefault(f.duration('1s', '24h'), '30s', 'The interval between two reads.'),
});

const AN_ADDRESS = 'an address and a port, such as 127.0.0.1:9464 or [::1]:9464, or off';

const metrics = v.strictObject({
  listen: f.withDefault(
    v.pipe(
      v.string(AN_ADDRESS),
      v.check((address) => splitAddress(address) !== undefined, AN_ADDRESS),
    ),
    '127.0.0.1:9464',
    'Address and port of /metrics, /alerts, /healthz and /readyz; off serves none.',
  ),
  username: f.optional(f.text, 'The user name that /metrics and /alerts ask for. Default: none'),
  usernameFile: v.optional(f.path),
  password: f.optional(f.text, 'The password that /metrics and /alerts ask for.'),
  passwordFile: v.optional(f.path),
  token: f.optional(f.text, 'The bearer token that /metrics and /alerts ask for. Default: none'),
  tokenFile: v.optional(f.path),
  seriesPerResource: f.optional(f.integer(0, 100), 'The most series of a database or index. Default: 8'),
  fields: f.optional(f.list(f.choice(limitFields), 'limits'), 'The limits to export first.'),
  labels: f.optional(f.texts, 'Labels of every series.'),
  process: f.withDefault(f.flag, true, 'Whether metrics of the process are exported.'),
});

const sharing = v.strictObject({
  redis: f.optional(f.redisUrl, 'The URL of Redis or Valkey. --redis takes precedence.'),
  redisFile: f.optional(f.path, 'A file with the URL, which often contains a password.'),
  scope: f.optional(
    f.matching(/^[\w.:-]{1,100}$/, '1 to 100 letters, digits, or characters of ".:_-"'),
    'Names the account in Redis. Default: a hash of the service and the user name',
  ),
});

/** Splits `127.0.0.1:9464`. @returns `false` for `off`, `undefined` for anything else */
export function splitAddress(address: string): { readonly host: string; readonly port: number } | false | undefined {
  if (address === 'off') return false;
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

const rules = ruleList({
  durationName: (member) => member,
  duration: (least) => f.duration(({ none: '0s', second: '1s', minute: '1m' } as const)[least]),
});

const maintenance = windowList('duration', f.duration('1m'));

const channels = v.pipe(v.array(channelSchema, 'a list of channels'), checkNames<ChannelConfig[]>('channels'));

const log = v.strictObject({
  level: f.withDefault(f.choice(['debug', 'info', 'warn', 'error']), 'info', 'The least level that is logged.'),
  format: f.withDefault(f.choice(['json', 'text']), 'json', 'A JSON object or words in each line.'),
});

/** The sections of a configuration file. Durations become milliseconds. */
export const configSchema = v.strictObject({
  service: f.withDefault(service, {}, 'The service and the account.'),
  state: f.optional(f.path, 'The directory of the kept ids, records, alerts and events. --state takes precedence.'),
  ids: f.withDefault(v.array(idSourceSchema, 'a list of id sources'), [], 'Where the ids of databases come from.'),
  polling: f.withDefault(polling, {}, 'How often and how fast the service is asked.'),
  thresholds: f.withDefault(thresholds, {}, 'The ratios at which the status of a limit changes.'),
  usage: f.withDefault(usage, {}, 'How the use of limits is read.'),
  rules: f.withDefault(rules, [], 'When alerts fire.'),
  maintenance: f.withDefault(maintenance, [], 'When alerts are not sent.'),
  channels: f.withDefault(channels, [], 'Where alerts are sent.'),
  metrics: f.withDefault(metrics, {}, 'The HTTP server for Prometheus and for probes.'),
  sharing: f.withDefault(sharing, {}, 'The Redis over which the monitors of several machines share their work.'),
  log: v.optional(log, {}),
});

export type ConfigFile = v.InferOutput<typeof configSchema>;
