import * as v from 'valibot';
import type { Credentials, FleetIssue, Thresholds } from '../../../index.js';
import { inspectOptions } from '../../../monitor/options/parse-options.js';
import { baseUrlProblem } from '../../../core/wire/base-url.js';
import { inspectCredentials } from '../../../core/wire/credentials.js';
import { levelsOf } from '../../../core/limits/thresholds.js';
import { issuesOf, issueUnless } from '../../../core/shared/refuse-issues.js';
import { headerValue, inspectEndpoint } from '../../../monitor/channels/http-channel.js';
import { serverOptions } from '../../../monitor/server/monitor-server.js';
import { metricsOptions } from '../../../monitor/metrics/metrics-options.js';
import { variables } from '../../terminal/environment-variables.js';
import { inspectChannel } from './channels.js';
import { isAlertChannel } from './channel-schema.js';
import type { ConfigFile } from './config-schema.js';
import { passwordOfRedis } from './config-values.js';
import { isRedisUrl } from './fields.js';
import { type IdSourceConfig, sourceNameOf } from './id-source-config.js';

/** The flags of the command that take precedence over the file. */
export interface ConfigFlags {
  readonly config: string;
  readonly state?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly redis?: string | undefined;
}

export interface WatchedAccount extends Credentials {
  readonly baseUrl: string;
  /** The flag or the variable that a value is from, if it is not from the file. */
  readonly origins: Readonly<Record<string, string | undefined>>;
}

export function inspectAccount({ baseUrl, username, password, origins }: WatchedAccount): FleetIssue[] {
  const problems: FleetIssue[] = [];
  const add = (name: string, message: string): void => {
    const origin = origins[name];
    problems.push(origin ? { path: '', message: `${origin}: ${message}` } : { path: `service.${name}`, message });
  };
  if (baseUrl === '') add('baseUrl', `is missing; set it here, in ${variables.baseUrl} or with --base-url`);
  else if (baseUrlProblem(baseUrl) !== undefined) add('baseUrl', baseUrlProblem(baseUrl) ?? '');
  if (username === '') add('username', `is missing; set it here, in usernameFile or in ${variables.username}`);
  if (password === '') add('password', `is missing; set it here, in passwordFile or in ${variables.password}`);
  for (const { path, message } of inspectCredentials({ username, password }))
    add(path.replace('credentials.', ''), message);
  return problems;
}

const TAKEN = 'another id source has this name; choose a name for it';

export function inspectConfig({ ids, channels, thresholds, metrics }: ConfigFile): FleetIssue[] {
  const names = ids.map(sourceNameOf);
  return [
    ...names.flatMap((name, at) => issueUnless(names.indexOf(name) === at, `ids[${at}].name`, TAKEN)),
    ...ids.flatMap((source, at) => inspectSource(source, `ids[${at}]`)),
    ...channels.flatMap((channel, at) => inspectChannel(channel, `channels[${at}]`)),
    ...issuesOf(() => levelsOf(thresholds as Thresholds)),
    ...inspectMetrics(metrics),
  ];
}

export function inspectReferences({ rules, channels, maintenance }: ConfigFile, broken: ReadonlySet<string>) {
  const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);
  const [ofChannels, ofRules] = [namesOf(channels.filter(isAlertChannel)), namesOf(rules)];
  return [
    ...rules.flatMap((rule, at) =>
      broken.has('channels') ? [] : inspectNames(`rules[${at}].channels`, 'channel', ofChannels, rule.channels),
    ),
    ...maintenance.flatMap((window, at) =>
      broken.has('rules') ? [] : inspectNames(`maintenance[${at}].rules`, 'rule', ofRules, window.rules),
    ),
  ];
}

function inspectNames(path: string, what: string, known: readonly string[], names: readonly string[] = []) {
  const message = `no ${what} has this name${known.length === 0 ? '' : `, expected one of ${known.join(', ')}`}`;
  return names.flatMap((name, item) => (known.includes(name) ? [] : [{ path: `${path}[${item}]`, message }]));
}

export function inspectSharing({ redis }: ConfigFlags): FleetIssue[] {
  const isSafe = redis === undefined || (isRedisUrl(redis) && passwordOfRedis(redis) === '');
  const message = '--redis: expected a URL without a password, such as rediss://redis.example.com:6379';
  return issueUnless(isSafe, '', `${message}. ${WHERE_PASSWORD}`);
}

const WHERE_PASSWORD = 'ps shows arguments to all users: set sharing.redisFile for a URL with a password';

/** As for a channel: without `allowHttp`, a token goes over http only to this machine. */
function inspectSource(source: IdSourceConfig, at: string): FleetIssue[] {
  if (source.type !== 'http') return [];
  const { url, token, allowHttp = token === undefined } = source;
  const isSendable = token === undefined || v.is(headerValue, token);
  const problems = inspectEndpoint({ url, allowHttp });
  return [
    ...problems.map(([, expected]) => ({ path: `${at}.url`, message: `expected ${expected}` })),
    ...issueUnless(isSendable, `${at}.token`, 'expected characters that a header can hold'),
  ];
}

function inspectMetrics({ username, password, token, ...metrics }: ConfigFile['metrics']): FleetIssue[] {
  const { seriesPerResource, fields, labels, process } = metrics;
  return [
    ...inspectOptions(metricsOptions, { seriesPerResource, fields, labels, process }, 'metrics').issues,
    ...inspectOptions(serverOptions, { username, password, token }, 'metrics').issues,
  ];
}
