import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import type { FleetIssue } from '../../../index.js';
import { inspectOptions } from '../../../monitor/options/parse-options.js';
import { issueUnless } from '../../../core/shared/refuse-issues.js';
import { normalizeBaseUrl } from '../../../core/wire/base-url.js';
import { holdsStore } from '../../../persistence/directory/store-folder.js';
import { readVariable, variables } from '../../terminal/environment-variables.js';
import { ConfigError, MAX_PROBLEMS, type ConfigProblem } from './config-problem.js';
import { configSchema, splitAddress, type ConfigFile } from './config-schema.js';
import { completeConfig } from './config-values.js';
import { type ConfigDocument, readDocument } from './document.js';
import { hasTilde } from './fields.js';
import {
  inspectAccount,
  inspectConfig,
  inspectReferences,
  inspectSharing,
  type WatchedAccount,
  type ConfigFlags,
} from './inspect-config.js';
import { type ReadFile, readRegularFile } from './read-file.js';
import { findWarnings } from './warn-config.js';

/** Everything that `fleetglass watch` needs to know, with the environment and the flags applied. */
export type WatchConfig = Awaited<ReturnType<typeof readWithPlaces>>['config'];

export async function readConfig(
  flags: ConfigFlags,
  env: NodeJS.ProcessEnv,
  readFile: ReadFile = readRegularFile,
): Promise<WatchConfig> {
  return (await readWithPlaces(flags, env, readFile)).config;
}

export async function checkConfig(flags: ConfigFlags, env: NodeJS.ProcessEnv) {
  const { config, document } = await readWithPlaces(flags, env, readRegularFile);
  return { config, warnings: locate(await findWarnings(config, env), document) };
}

async function readWithPlaces(flags: ConfigFlags, env: NodeJS.ProcessEnv, readFile: ReadFile) {
  const file = flags.config;
  const document = await readDocument(file, readFile);
  const folder = dirname(resolve(file));

  // A section whose lines are all comments is empty, and counts as absent.
  const sections = Object.entries(document.value).filter(([, section]) => section !== null);
  const completed = await completeConfig(Object.fromEntries(sections), env, folder, readFile);
  const { filed, secrets } = completed;
  const { output, issues } = inspectOptions(configSchema, completed.value);
  const mistakes = issues.filter(({ path, message }) => {
    // If `tokenFile` is unknown, so is the `token` that was read from it: the first is enough.
    if (message.startsWith('unknown option')) return !filed.has(path);
    return !completed.problems.some((problem) => problem.path === path);
  });
  const broken = new Set([...completed.problems, ...mistakes].map(({ path }) => path.replace(/[.[].*/s, '')));
  // The sections without a problem, with defaults for the others, so that their further checks run.
  const valid = Object.entries((output ?? {}) as object).filter(([name]) => !broken.has(name));
  const read: ConfigFile = { ...v.parse(configSchema, {}), ...(Object.fromEntries(valid) as Partial<ConfigFile>) };

  const account = readAccount(read.service, env, flags);
  const state = flags.state ?? (read.state === undefined ? undefined : resolve(folder, read.state));
  const found = [
    ...completed.problems,
    ...mistakes,
    ...(broken.has('service') ? [] : inspectAccount(account)),
    ...issueUnless(state !== undefined || broken.has('state'), 'state', 'is missing; set it here or with --state'),
    ...(state === undefined ? [] : await inspectState(state, flags)),
    ...inspectConfig(read),
    ...inspectReferences(read, broken),
    ...inspectSharing(flags),
  ];
  const problems = found.map(({ path, message }) => ({ path: filed.get(path) ?? path, message }));
  if (problems.length > 0 || state === undefined) throw new ConfigError(file, locate(problems, document));

  const config = {
    ...read,
    folder,
    baseUrl: normalizeBaseUrl(account.baseUrl),
    credentials: { username: account.username, password: account.password },
    state: resolve(state),
    sharing: readSharing(flags.redis ?? read.sharing.redis, read.sharing.scope, account),
    listen: splitAddress(read.metrics.listen) ?? false,
    secrets: [...new Set([...secrets, account.password])],
  };
  return { config, document };
}

/** Refuses a directory in which commands keep ids: these commands would refuse it with the files of a monitor in it. */
async function inspectState(state: string, flags: ConfigFlags): Promise<FleetIssue[]> {
  if (hasTilde(flags.state ?? '')) return [{ path: '', message: '--state: no shell replaced ~. Write the whole path' }];
  const names = await readdir(state).catch((): string[] => []);
  if (!holdsStore(names) || names.includes('fleet')) return [];
  const message = 'expected a directory for this monitor alone: `fleetglass ids` keeps ids in this one';
  return [flags.state === undefined ? { path: 'state', message } : { path: '', message: `--state: ${message}` }];
}

/** Applies the environment and the flags: a flag precedes the environment, and the environment precedes the file. */
function readAccount(inFile: ConfigFile['service'], env: NodeJS.ProcessEnv, flags: ConfigFlags): WatchedAccount {
  const origins: Record<string, string> = {};
  const read = (name: 'baseUrl' | 'username' | 'password', flag = ''): string => {
    const variable = readVariable(env, variables[name]);
    if (flag !== '') origins[name] = '--base-url';
    else if (variable !== '') origins[name] = variables[name];
    return flag || variable || (inFile[name] ?? '');
  };
  return { baseUrl: read('baseUrl', flags.baseUrl), username: read('username'), password: read('password'), origins };
}

/** The default scope is a hash of the account, because all keys in Redis begin with the scope. */
function readSharing(redis: string | undefined, scope: string | undefined, { baseUrl, username }: WatchedAccount) {
  if (redis === undefined) return undefined;
  const account = createHash('sha256').update(`${baseUrl.replace(/\/+$/, '')}\n${username}`);
  return { redis, scope: scope ?? account.digest('hex').slice(0, 16) };
}

/** Adds the places of the first problems. Each takes a search in the file. */
function locate(problems: readonly FleetIssue[], document: ConfigDocument): ConfigProblem[] {
  const located = problems.slice(0, MAX_PROBLEMS).map(({ path, message }): ConfigProblem => {
    const ofKey = /^(?:unknown option|set .* not both)/.test(message);
    // Beside a suggestion, the list of all names is of no use.
    const shown = message.replace(/expected one of .*; did you mean/, 'did you mean');
    return { path, message: shown, place: path === '' ? undefined : document.placeOf(path, ofKey) };
  });
  return located.toSorted(
    ({ place: a }, { place: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0),
  );
}
