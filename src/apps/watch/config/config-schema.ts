import * as v from 'valibot';
import { limitNamed } from '../../../core/limits/catalogue.js';
import type { LimitField } from '../../../core/records/limit-fields.js';
import { channelSchema } from './channel-schema.js';
import { choice, described, duration, flag, integer, list, mapping, path, ratio, text } from './fields.js';
import { idSourceSchema } from './id-source-schema.js';
import { ruleSchema } from './rule-schema.js';
import { redisUrl, serviceUrl } from './url-field.js';

const service = mapping({
  baseUrl: v.optional(described(serviceUrl, 'Address of the service. FLEETGLASS_BASE_URL takes precedence.')),
  username: v.optional(described(text, 'User name of the account. FLEETGLASS_USERNAME takes precedence.')),
  usernameFile: v.optional(described(path, 'A file with the user name.')),
  password: v.optional(described(text, 'Password of the account. FLEETGLASS_PASSWORD takes precedence.')),
  passwordFile: v.optional(described(path, 'A file with the password.')),
  timeout: v.optional(described(duration('100ms', '10m'), 'The deadline of one answer. Default: 15s'), '15s'),
});

const interval = (description: string) => v.optional(described(duration('100ms', '7d'), description));

const polling = mapping({
  cadence: v.optional(
    described(
      mapping({
        tracked: interval('The interval of a database at rest. Default: 1m'),
        modifying: interval('The interval of a database whose modifying_state is set. Default: 2s'),
        inactive: interval('The interval of a database that is not active. Default: 2m'),
        missing: interval('The interval of a database that the service does not know. Default: 5m'),
        indices: interval('The interval of the list of vector indices. Default: 2m'),
      }),
      'How often resources are polled.',
    ),
    {},
  ),
  perSecond: v.optional(
    described(
      v.pipe(
        v.number(A_RATE()),
        v.check((rate) => rate > 0 && rate <= 100_000, A_RATE()),
      ),
      'The most requests a second on average. Default: 10',
    ),
  ),
  burst: v.optional(described(integer(1, 100_000), 'The most requests at once after an idle time. Default: 20')),
  concurrency: v.optional(described(integer(1, 1000), 'The most requests in flight. Default: 8')),
});

function A_RATE(): string {
  return 'expected a number, more than 0 and at most 100000';
}

const levels = {
  warning: v.optional(described(ratio(1000), 'The ratio of use to limit at which warning begins. Default: 0.8')),
  critical: v.optional(described(ratio(1000), 'The ratio at which critical begins. Default: 0.95')),
  exceeded: v.optional(described(ratio(1000), 'The ratio at which exceeded begins. Default: 1')),
  clear: v.optional(
    described(
      mapping({
        warning: v.optional(ratio(1000)),
        critical: v.optional(ratio(1000)),
        exceeded: v.optional(ratio(1000)),
      }),
      'The ratio below which each status ends. Default: 0.02 lower',
    ),
  ),
};
const limitFields = Object.keys(limitNamed) as LimitField[];
const overrides = Object.fromEntries(limitFields.map((field) => [field, v.optional(mapping(levels))]));
const thresholds = mapping({
  ...levels,
  overrides: v.optional(described(mapping(overrides), 'Ratios for single limits, by field.')),
});

const usage = mapping({
  redis: v.optional(described(flag, 'Whether INFO is read from the databases. Default: true'), true),
  vector: v.optional(described(flag, 'Whether the indices are asked for their use. Default: true'), true),
  endpointDomain: v.optional(
    described(
      v.pipe(text, v.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)*$/i, 'expected a domain, such as example.com')),
      'The domain of databases whose endpoint is an identifier.',
    ),
  ),
  every: v.optional(described(duration('1s', '24h'), 'The interval between two reads. Default: 30s'), '30s'),
});

const metrics = mapping({
  listen: v.optional(
    described(
      v.pipe(
        v.string(AN_ADDRESS()),
        v.check((address) => splitAddress(address) !== undefined, AN_ADDRESS()),
      ),
      'Address and port of /metrics, /healthz and /readyz; off serves none. Default: 127.0.0.1:9464',
    ),
    '127.0.0.1:9464',
  ),
  username: v.optional(described(text, 'The user name that /metrics asks for. Default: none')),
  usernameFile: v.optional(path),
  password: v.optional(described(text, 'The password that /metrics asks for.')),
  passwordFile: v.optional(path),
  seriesPerResource: v.optional(described(integer(0, 100), 'The most series of a database or index. Default: 8')),
  fields: v.optional(described(list(choice(limitFields), 'limits'), 'The limits to export first.')),
  labels: v.optional(
    described(v.record(v.string(), v.string('expected a text'), 'expected a mapping'), 'Labels of every series.'),
  ),
  process: v.optional(described(flag, 'Whether metrics of the process are exported. Default: true'), true),
});

const sharing = mapping({
  redis: v.optional(described(redisUrl, 'The URL of Redis or Valkey. --redis takes precedence.')),
  redisFile: v.optional(described(path, 'A file with the URL, which often contains a password.')),
  scope: v.optional(
    described(
      v.pipe(v.string(A_SCOPE()), v.regex(/^[\w.:-]{1,100}$/, A_SCOPE())),
      'Names the account in Redis. Default: a hash of the service and the user name',
    ),
  ),
});

function A_SCOPE(): string {
  return 'expected 1 to 100 letters, digits, or characters of ".:_-"';
}

function AN_ADDRESS(): string {
  return 'expected an address and a port, such as 127.0.0.1:9464 or [::1]:9464, or off';
}

/** Splits `127.0.0.1:9464`. @returns `false` for `off`, `undefined` for anything else */
export function splitAddress(address: string): { readonly host: string; readonly port: number } | false | undefined {
  if (address === 'off') return false;
  const [, bracketed, plain, digits = ''] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? undefined : { host, port };
}

/** The sections of a configuration file. Durations become milliseconds. */
export const configSchema = mapping({
  service: v.optional(described(service, 'The service and the account.'), {}),
  state: v.optional(
    described(path, 'The directory of the kept ids, records, alerts and events. --state takes precedence.'),
  ),
  ids: v.optional(
    described(v.array(idSourceSchema, 'expected a list of id sources'), 'Where the ids of databases come from.'),
    [],
  ),
  polling: v.optional(described(polling, 'How often and how fast the service is asked.'), {}),
  thresholds: v.optional(described(thresholds, 'The ratios at which the status of a limit changes.'), {}),
  usage: v.optional(described(usage, 'How the use of limits is read.'), {}),
  rules: v.optional(described(v.array(ruleSchema, 'expected a list of rules'), 'When alerts fire.'), []),
  channels: v.optional(described(v.array(channelSchema, 'expected a list of channels'), 'Where alerts are sent.'), []),
  metrics: v.optional(described(metrics, 'The HTTP server for Prometheus and for probes.'), {}),
  sharing: v.optional(
    described(sharing, 'The Redis over which the monitors of several machines share their work.'),
    {},
  ),
  log: v.optional(
    mapping({
      level: v.optional(
        described(choice(['debug', 'info', 'warn', 'error']), 'The least level that is logged. Default: info'),
        'info',
      ),
    }),
    {},
  ),
});

/** A configuration with its defaults. */
export type ConfigFile = v.InferOutput<typeof configSchema>;
