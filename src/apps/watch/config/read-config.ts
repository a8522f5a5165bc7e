import { dirname, resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigError, type ConfigProblem } from './config-problem.js';
import { configSchema, splitAddress, type ConfigFile } from './config-schema.js';
import { describePath, parseConfig, type ConfigDocument } from './document.js';
import { expandVariables, type MemberProblem } from './expand-variables.js';
import { A_MAPPING } from './fields.js';
import { inspectAccount, inspectConfig, inspectRuleChannels, readAccount } from './inspect-config.js';
import { inspectRules } from './inspect-monitor.js';
import { readRegularFile, type FileProblem } from './read-file.js';
import { toRule } from './rule-schema.js';
import { schemaProblems } from './schema-problems.js';
import { inspectSharing, readSharing } from './read-sharing.js';
import { readSecrets, secretsOf } from './secrets.js';
import type { ConfigFlags, WatchConfig } from './watch-config.js';

const MAX_BYTES = 1024 * 1024;

/**
 * Reads the configuration file and its secret files, and applies the environment and the flags.
 *
 * @throws ConfigError with every problem
 */
export async function readConfig(flags: ConfigFlags, env: NodeJS.ProcessEnv): Promise<WatchConfig> {
  const file = flags.config;
  const { document, problems: syntax } = parseConfig(await readText(file));
  if (document === undefined) throw new ConfigError(file, syntax);
  if (document.value == null) throw new ConfigError(file, [{ path: '', message: 'the file is empty' }]);
  if (typeof document.value !== 'object' || Array.isArray(document.value))
    throw new ConfigError(file, locate([{ path: [], message: A_MAPPING }], document));
  const folder = dirname(resolve(file));

  const { value, problems: unset } = expandVariables(withoutEmptySections(document.value), env);
  const checked = v.safeParse(configSchema, value);
  const isUnset = new Set(unset.map(({ path }) => describePath(path)));
  const mistakes = schemaProblems(checked.issues ?? []).filter(({ path }) => !isUnset.has(describePath(path)));
  const broken = new Set([...unset, ...mistakes].map(({ path: [section] }) => section));
  const { value: given, problems: unread, secrets } = await readSecrets(checked.output, folder);
  for (const { path } of unread) broken.add(path[0]);
  const read = soundSections(given, broken);

  const account = readAccount(read.service, env, flags);
  const state = flags.state ?? (read.state === undefined ? undefined : resolve(folder, read.state));
  const rules = read.rules.map(toRule);
  const problems = [
    ...unset,
    ...mistakes,
    ...unread,
    ...(broken.has('service') ? [] : inspectAccount(account)),
    ...(state === undefined && !broken.has('state') ? [NO_STATE] : []),
    ...inspectConfig(read),
    ...(broken.has('sharing') ? [] : inspectSharing(read.sharing, flags)),
    ...inspectRules(rules),
    ...(broken.has('channels') ? [] : inspectRuleChannels(rules, read.channels)),
  ];
  if (problems.length > 0 || state === undefined) throw new ConfigError(file, locate(problems, document));

  const { baseUrl, username, password } = account;
  const listen = splitAddress(read.metrics.listen) ?? false;
  const sharing = readSharing(read.sharing, account, flags);
  const hidden = [...new Set([...secrets, password, ...secretsOf(sharing?.redis ?? '')])];
  return {
    ...read,
    file,
    folder,
    baseUrl,
    credentials: { username, password },
    state: resolve(state),
    rules,
    sharing,
    listen,
    secrets: hidden,
  };
}

const NO_STATE: MemberProblem = { path: ['state'], message: 'is missing; set it here or with --state' };

async function readText(file: string): Promise<string> {
  const refuse = (message: string): ConfigError => new ConfigError(file, [{ path: '', message }]);
  // A pipe is refused too: the file is read again at SIGHUP.
  const bytes = await readRegularFile(file, MAX_BYTES).catch(({ message }: FileProblem) => {
    throw refuse(message);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('expected UTF-8 text');
  }
}

/** A section whose lines are all comments is empty, and counts as absent. */
function withoutEmptySections(value: object): unknown {
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}

/** The sections without a problem, with defaults for the others, so that their further checks run. */
function soundSections(output: unknown, broken: ReadonlySet<unknown>): ConfigFile {
  const isMapping = typeof output === 'object' && output !== null && !broken.has(undefined);
  const sound = isMapping ? Object.entries(output).filter(([name]) => !broken.has(name)) : [];
  return { ...v.parse(configSchema, {}), ...(Object.fromEntries(sound) as Partial<ConfigFile>) };
}

function locate(problems: readonly MemberProblem[], document: ConfigDocument): ConfigProblem[] {
  const located = problems.map(({ path, message, ofKey }): ConfigProblem => ({
    path: describePath(path),
    message,
    place: document.placeOf(path, { ofKey: ofKey ?? false }),
  }));
  return located.toSorted(
    ({ place: a }, { place: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0),
  );
}
