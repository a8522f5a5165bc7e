import { createHash } from 'node:crypto';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { checkCredentials, type Credentials } from '../../../core/wire/credentials.js';
import { findService } from '../../local-services/find-service.js';
import type { AddressOptions, ServiceOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { type CommandIo, printNotice } from '../../terminal/command-io.js';
import { readVariable, variables } from '../../terminal/environment-variables.js';

export interface StateOptions {
  /** `false`: nothing is kept. @default the directory in the environment, or a directory of the account */
  readonly state?: string | false;
}

/** @returns `false` for none, `undefined` for the directory of the account */
function chosenDirectory({ env }: CommandIo, { state }: StateOptions): string | false | undefined {
  if (state === false) return false;
  if (state === '') throw new UsageError('Invalid --state: it is empty. Expected the path of a directory.');
  const chosen = state ?? readVariable(env, variables.state);
  // A shell leaves ~ in `--state=~/fleet`, and cmd.exe always does. The ids would be kept in a directory that is named ~.
  if (/^~(?:[/\\]|$)/.test(chosen))
    throw new UsageError(`Invalid ${state ? '--state' : variables.state}: no shell replaced ~. Write the whole path.`);
  return chosen === '' ? undefined : resolve(chosen);
}

/**
 * Accounts have separate directories, so that an id is never requested with the credentials of another account. The
 * password can change, so it does not name the directory.
 */
function directoryOfAccount(baseUrl: string, username: string): string {
  const { data } = envPaths('fleetglass', { suffix: '' });
  if (!isAbsolute(data))
    throw new UsageError(
      `HOME or XDG_DATA_HOME is not an absolute path. Correct it, or pass --state, or set ${variables.state}.`,
    );
  const digest = createHash('sha256')
    .update(JSON.stringify([baseUrl, username]))
    .digest('hex');
  // The digest tells apart hosts that become equal.
  const host = new URL(baseUrl).host.replace(/[^a-z0-9.]+/gi, '-').replace(/^[-.]+/, '');
  return join(data, 'accounts', `${host}-${digest.slice(0, DIGEST_DIGITS)}`);
}

/** Finds the directory for a command that sends no request. @throws UsageError if there is neither a directory nor an account */
export async function findDirectory(io: CommandIo, options: StateOptions & AddressOptions): Promise<string> {
  const chosen = chosenDirectory(io, options);
  if (chosen) return chosen;
  try {
    const { baseUrl, readUsername } = await findService(io, options);
    return directoryOfAccount(baseUrl, await readUsername());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message}\nIds are kept for each account, so its address and user name are needed. --state takes a directory instead.`,
    );
  }
}

export interface Account {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly timeoutMs: number;
}

export interface FoundAccount extends Account {
  /** The directory of the state. `undefined`: nothing is kept. */
  readonly directory: string | undefined;
}

/** Finds the service, its account, and the directory of the state. @throws UsageError if there is no service or account */
export async function findAccount(io: CommandIo, options: StateOptions & ServiceOptions): Promise<FoundAccount> {
  const chosen = chosenDirectory(io, options);
  const { baseUrl, readCredentials } = await findService(io, options);
  const credentials = checkCredentials(await readCredentials(), 'configure');
  const directory = chosen === false ? undefined : (chosen ?? directoryOfAccount(baseUrl, credentials.username));
  return { baseUrl, credentials, timeoutMs: options.timeoutMs, directory };
}

export function stateArguments({ state, local, baseUrl, profile }: StateOptions & AddressOptions): string {
  if (state) return ` --state ${isPlain(state) ? state : '<directory>'}`;
  if (profile !== undefined) return ` --profile ${isPlain(profile) ? profile : '<name>'}`;
  // Together, they choose one of several local services.
  const address = baseUrl === undefined ? '' : ` --base-url ${isPlain(baseUrl) ? baseUrl : '<url>'}`;
  return local ? ` --local${address}` : address;
}

/** Whether a shell takes the text as one word. Users copy the commands of a message. */
function isPlain(text: string): boolean {
  return /^[\w:/.][\w:/.@+-]*$/.test(text);
}

const DIGEST_DIGITS = 12;

/** As `findAccount`, but finds no directory if the package that stores ids is not installed, and says so. */
export async function findAccountToKeep(io: CommandIo, options: StateOptions & ServiceOptions): Promise<FoundAccount> {
  const account = await findAccount(io, options);
  if (account.directory === undefined) return account;
  const canKeep = await import('classic-level').then(
    () => true,
    () => false,
  );
  if (canKeep) return account;
  printNotice(io, options.json, NOT_KEPT);
  return { ...account, directory: undefined };
}

const NOT_KEPT =
  'the ids are not kept for the next start, because the package classic-level is not installed: npm install classic-level';
