import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, delimiter, resolve } from 'node:path';
import { limitEntries } from '../../../core/limits/catalogue.js';
import { databaseStates } from '../../../core/records/database.js';
import type { LimitField } from '../../../core/records/limit-fields.js';
import type { FleetIssue } from '../../../core/shared/fleet-error.js';
import { resourceKinds, type ResourceKind } from '../../../core/shared/resource-kind.js';
import { countOf } from '../../../format/quantities.js';
import { importNodemailer } from '../../../monitor/channels/email-channel.js';
import { kindsOf } from '../../../monitor/rules/active-rules.js';
import type { CheckedRuleOf } from '../../../monitor/rules/checked-rule.js';
import { readLimits } from '../../usage/add-usage-sources.js';
import { isAlertChannel } from './channel-schema.js';
import { formatDuration } from './fields.js';
import { parseIds } from './id-source-config.js';
import { readRegularFile } from './read-file.js';
import type { ConfigFile } from './config-schema.js';

interface CheckedConfig extends Pick<ConfigFile, 'rules' | 'channels' | 'thresholds' | 'ids' | 'usage' | 'polling'> {
  readonly folder: string;
}
type Rule = CheckedConfig['rules'][number];
type Warn = (path: string, message: string) => void;

/** A greater ratio is probably a mistake: 90 is 9,000 %. */
const MAX_RATIO = 10;

const MAX_ID_BYTES = 16 * 1024 * 1024;

/** Lists settings that are valid, and cannot work as intended. No message contains a value of the file. */
export async function findWarnings(config: CheckedConfig, env: NodeJS.ProcessEnv): Promise<readonly FleetIssue[]> {
  const warnings: FleetIssue[] = [];
  const warn: Warn = (path, message) => void warnings.push({ path, message });
  const { rules, channels, thresholds } = config;
  if (rules.length === 0) warn('rules', 'there is no rule, so no alert is raised');
  if (rules.length > 0 && !channels.some(isAlertChannel))
    warn('channels', 'there is no channel, so alerts are only logged and counted in the metrics');
  for (const level of ['warning', 'critical', 'exceeded'] as const)
    warnOfRatio(warn, `thresholds.${level}`, thresholds[level]);
  const given = await readGivenIds(config, warn, env);
  for (const [at, channel] of channels.entries())
    if (channel.type === 'command' && !(await canRun(channel.command, env)))
      warn(`channels[${at}].command`, NOT_RUNNABLE);
    else if (channel.type === 'email')
      await importNodemailer().catch(({ message }: Error) => warn(`channels[${at}].type`, message));
  warnOfLabels(warn, config);
  rules.forEach((rule, at) =>
    warnOfRule((member, message) => warn(`rules[${at}].${member}`, message), rule, config, given),
  );
  return warnings;
}

function warnOfRule(warn: Warn, rule: Rule, config: CheckedConfig, given: ReadonlySet<string> | undefined): void {
  if (rule.kind === 'limit') warnOfRatio(warn, 'ratio', rule.ratio);
  if (rule.kind === 'state')
    for (const member of ['in', 'notIn', 'clearIn'] as const) warnOfStates(warn, member, rule[member]);
  if (rule.kind === 'transition' && rule.field === 'state') warnOfStates(warn, 'values', rule.values);
  if (rule.kind === 'limit' || rule.kind === 'forecast') warnOfUsage(warn, rule, config);
  if (rule.kind === 'age') warnOfAge(warn, rule, config);
  if (rule.kind === 'polling' || given === undefined || resourcesOf(rule).includes('index')) return;
  rule.ids?.forEach((id, at) => {
    if (!given.has(id)) warn(`ids[${at}]`, 'no id source gives this id: only an id that the state keeps is watched');
  });
}

function warnOfLabels(warn: Warn, { rules, channels }: CheckedConfig): void {
  const known = new Set(['rule', 'severity', 'resource', ...rules.flatMap(({ labels = {} }) => Object.keys(labels))]);
  for (const [at, channel] of channels.entries())
    if ('group' in channel)
      channel.group?.by?.forEach((name, item) => {
        if (!known.has(name)) warn(`channels[${at}].group.by[${item}]`, 'no rule has a label of this name');
      });
}

function resourcesOf(rule: Rule): readonly ResourceKind[] {
  const { fields } = rule as { readonly fields?: readonly LimitField[] };
  const isCovered = (kind: ResourceKind) => limitEntries[kind].some(([own]) => fields?.includes(own) !== false);
  return resourceKinds.filter((kind) => kindsOf(rule).includes(kind) && isCovered(kind));
}

function warnOfRatio(warn: Warn, path: string, ratio: number | undefined): void {
  if (ratio !== undefined && ratio >= MAX_RATIO) warn(path, 'is 1,000 % or more: write 0.9 for 90 %');
}

function warnOfStates(warn: Warn, member: string, states: readonly string[] = []): void {
  const known: readonly string[] = databaseStates;
  states.forEach((state, at) => {
    if (!known.includes(state))
      warn(`${member}[${at}]`, `is not a documented state; expected one of ${known.join(', ')}`);
  });
}

function warnOfUsage(warn: Warn, rule: CheckedRuleOf<'limit' | 'forecast'>, { usage }: CheckedConfig): void {
  rule.fields?.forEach((field, at) => {
    if (!readLimits.includes(field))
      warn(`fields[${at}]`, 'the monitor does not read the use of this limit, so no alert is raised for it');
  });
  const sourceOf = { database: 'redis', index: 'vector' } as const;
  const sources = resourcesOf(rule).map((kind) => sourceOf[kind]);
  if (sources.some((source) => usage[source])) return;
  const off = sources.map((source) => `usage.${source}`).join(' and ');
  warn('kind', `can never fire: ${off} must be true, or the use of these limits is not known`);
}

function warnOfAge(warn: Warn, rule: CheckedRuleOf<'age'>, { polling }: CheckedConfig): void {
  const { tracked = 60_000, inactive = 120_000, indices = 120_000 } = polling.cadence;
  const intervals = { database: Math.max(tracked, inactive), index: indices };
  const longest = Math.max(...resourcesOf(rule).map((kind) => intervals[kind]));
  if (rule.longerThanMs <= longest)
    warn(
      'longerThan',
      `fires between two polls: the longest interval of polling.cadence is ${formatDuration(longest)}`,
    );
}

/** @returns the ids of all sources; `undefined` if some of them are only known when the monitor runs */
async function readGivenIds({ ids, folder }: CheckedConfig, warn: Warn, env: NodeJS.ProcessEnv) {
  const lists: (readonly string[] | undefined)[] = [];
  // One after the other, so that the warnings are in the order of the file.
  for (const [at, source] of ids.entries())
    lists.push(await readIds(source, folder, (member, message) => warn(`ids[${at}].${member}`, message), env));
  const known = lists.filter((list) => list !== undefined);
  // Without a source, the ids are those of the state.
  return known.length > 0 && known.length === lists.length ? new Set(known.flat()) : undefined;
}

async function readIds(source: CheckedConfig['ids'][number], folder: string, warn: Warn, env: NodeJS.ProcessEnv) {
  if (source.type === 'list') return source.ids;
  if (source.type === 'command' && !(await canRun(source.command, env))) warn('command', NOT_RUNNABLE);
  if (source.type !== 'file') return undefined;
  try {
    const content = await readRegularFile(resolve(folder, source.path), MAX_ID_BYTES);
    const { ids, invalid } = parseIds(content.toString('utf8'));
    if (invalid.length > 0) warn('path', `the file has ${countOf(invalid.length, 'invalid id')}: ${invalid[0]}`);
    return ids;
  } catch (error) {
    warn('path', (error as Error).message);
    return undefined;
  }
}

const NOT_RUNNABLE = 'this program does not exist, or this user may not run it';

async function canRun([program = '']: readonly string[], { PATH = '' }: NodeJS.ProcessEnv): Promise<boolean> {
  // On Windows a path may have backslashes, and the system adds the ending of the name.
  const folders = basename(program) === program ? PATH.split(delimiter) : ['.'];
  const endings = process.platform === 'win32' ? ['', '.exe', '.com'] : [''];
  const places = folders.flatMap((folder) => endings.map((ending) => resolve(folder, program + ending)));
  for (const place of places) if (await isProgram(place)) return true;
  return false;
}

async function isProgram(path: string): Promise<boolean> {
  const check = access(path, constants.X_OK).then(() => stat(path));
  return check.then((stats) => stats.isFile()).catch(() => false);
}
