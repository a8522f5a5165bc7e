import { inspectCredentials } from '../../../core/wire/credentials.js';
import { baseUrlProblem } from '../../../core/wire/base-url.js';
import { levelsOf } from '../../../core/limits/thresholds.js';
import type { Thresholds } from '../../../core/fleet/thresholds-option.js';
import { FleetError } from '../../../core/shared/fleet-error.js';
import {
  baseUrlVariable,
  passwordVariable,
  readVariable,
  usernameVariable,
} from '../../terminal/environment-variables.js';
import type { ChannelConfig } from './channel-schema.js';
import type { ConfigFile } from './config-schema.js';
import { inspectChannelOptions, inspectMetrics } from './inspect-monitor.js';
import type { MemberPath } from './document.js';
import type { MemberProblem } from './expand-variables.js';
import { sourceNameOf } from './source-name.js';
import { parsePath } from './schema-problems.js';
import type { ConfigFlags } from './watch-config.js';

/** The address and the account, from the flags, the environment and the file. */
export interface Account {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

/** Applies the environment and the flags: a flag precedes the environment, and the environment precedes the file. */
export function readAccount(
  { baseUrl = '', username = '', password = '' }: Partial<Record<keyof Account, string | undefined>>,
  env: NodeJS.ProcessEnv,
  flags: ConfigFlags,
): Account {
  return {
    baseUrl: flags.baseUrl ?? (readVariable(env, baseUrlVariable) || baseUrl),
    username: readVariable(env, usernameVariable) || username,
    password: readVariable(env, passwordVariable) || password,
  };
}

/** Lists the problems of the address and the account. */
export function inspectAccount({ baseUrl, username, password }: Account): MemberProblem[] {
  const problems: MemberProblem[] = [];
  const add = (name: string, message: string): void => void problems.push({ path: ['service', name], message });
  if (baseUrl === '') add('baseUrl', `is missing; set it here, in ${baseUrlVariable} or with --base-url`);
  else if (baseUrlProblem(baseUrl) !== undefined) add('baseUrl', baseUrlProblem(baseUrl) ?? '');
  if (username === '') add('username', `is missing; set it here, in usernameFile or in ${usernameVariable}`);
  if (password === '') add('password', `is missing; set it here, in passwordFile or in ${passwordVariable}`);
  for (const { path, message } of inspectCredentials({ username, password }))
    add(path.replace('credentials.', ''), message);
  return problems;
}

/** Lists the problems that concern several members of a configuration. */
export function inspectConfig(
  config: Pick<ConfigFile, 'ids' | 'channels' | 'thresholds' | 'metrics'>,
): MemberProblem[] {
  return [
    ...inspectNames(config.ids.map(sourceNameOf), 'ids', 'id source'),
    ...inspectNames(
      config.channels.map(({ name }) => name),
      'channels',
      'channel',
    ),
    ...config.channels.flatMap((channel, at) => inspectChannel(channel, ['channels', at])),
    ...inspectThresholds(config.thresholds as Thresholds),
    ...inspectMetrics(config.metrics),
    ...inspectPair(config.metrics, ['metrics']),
  ];
}

/** Lists the channels that rules name and that do not exist. */
export function inspectRuleChannels(
  rules: readonly { readonly channels?: readonly string[] | undefined }[],
  channels: readonly { readonly name: string }[],
): MemberProblem[] {
  const known = channels.map(({ name }) => name);
  return rules.flatMap(({ channels: named = [] }, at) =>
    named.flatMap((name, item) =>
      known.includes(name) ? [] : [{ path: ['rules', at, 'channels', item], message: noChannel(known) }],
    ),
  );
}

function noChannel(known: readonly string[]): string {
  return known.length === 0
    ? 'no channel has this name'
    : `no channel has this name, expected one of ${known.join(', ')}`;
}

function inspectNames(names: readonly string[], section: string, what: string): MemberProblem[] {
  return names.flatMap((name, at) =>
    names.indexOf(name) === at
      ? []
      : [{ path: [section, at, 'name'], message: `another ${what} has this name; choose a name for it` }],
  );
}

/** A secret in a file has its problem at the path of the file. */
function inspectChannel(channel: ChannelConfig, path: MemberPath): MemberProblem[] {
  if (channel.type === 'webhook' && channel.url === undefined)
    return [{ path: [...path, 'url'], message: 'is missing; set url or urlFile' }];
  return inspectChannelOptions(channel, path).map((problem) => {
    const file = `${String(problem.path[path.length])}File`;
    return file in channel ? { ...problem, path: [...path, file] } : problem;
  });
}

function inspectPair(
  { username, password }: { readonly username?: string | undefined; readonly password?: string | undefined },
  path: MemberPath,
): MemberProblem[] {
  if ((username === undefined) === (password === undefined)) return [];
  const missing = username === undefined ? 'username' : 'password';
  return [{ path: [...path, missing], message: 'is missing; set username and password' }];
}

function inspectThresholds(thresholds: Thresholds): MemberProblem[] {
  try {
    levelsOf(thresholds);
    return [];
  } catch (error) {
    if (!(error instanceof FleetError)) throw error;
    return (error.issues ?? []).map(({ path, message }) => ({ path: parsePath(path), message }));
  }
}
