import { normalizeBaseUrl } from '../../core/wire/base-url.js';
import type { Credentials } from '../../core/wire/credentials.js';
import type { CommandIo } from '../terminal/command-io.js';
import type { AddressOptions } from '../terminal/client-options.js';
import { readVariable, variables } from '../terminal/environment-variables.js';
import { readAccountCredentials, readAccountUsername } from '../terminal/read-account-credentials.js';
import { UsageError } from '../terminal/command-errors.js';
import { selectProfile, type Profile } from './profiles.js';
import { readLocal, type LocalEntry } from './local-files.js';

export interface ChosenService {
  readonly baseUrl: string;
  /** The user name, if it is known without a question on the terminal. */
  readonly account?: string | undefined;
  readCredentials(): Promise<Credentials>;
  /** Reads only the user name, for a command that sends no request. */
  readUsername(): Promise<string>;
}

/**
 * Finds the service that a command sends its requests to. Options and the environment take precedence over a profile, and
 * the password of a profile is sent to its own address only. There is no default address: any process that listens there
 * would get the account's password.
 *
 * @throws UsageError if there is no address, no local service, or no such profile.
 * @throws FleetError if the address is not safe.
 */
export async function findService(io: CommandIo, options: AddressOptions): Promise<ChosenService> {
  const { baseUrl, local } = options;
  if (local) {
    const named = baseUrl === undefined ? undefined : normalizeBaseUrl(baseUrl);
    // The service files name the address 127.0.0.1.
    const address = named?.replace(/^http:\/\/localhost(?=:|$)/, 'http://127.0.0.1');
    const { url, credentials } = await findLocalService(io, address);
    return chosenOf(url, credentials);
  }
  const given = baseUrl ?? (readVariable(io.env, variables.baseUrl) || undefined);
  // Read only if the address is missing or a profile is named: otherwise an unreadable file must not fail the command.
  const profile =
    given === undefined || options.profile !== undefined ? await selectProfile(io, options.profile) : undefined;
  const address = given ?? profile?.baseUrl;
  if (address === undefined) {
    throw new UsageError(
      `No address of the service. Pass --base-url, set ${variables.baseUrl}, or pass --local to use the service that \`fleetglass serve\` runs on this machine. \`fleetglass login\` keeps an address and its account.`,
    );
  }
  const chosen = normalizeBaseUrl(address);
  if (profile !== undefined) return useProfile(io, profile, chosen, options);
  const findAccount = async (): Promise<Profile | undefined> => {
    const current = await selectProfile(io);
    return current?.baseUrl === chosen ? current : undefined;
  };
  return {
    baseUrl: chosen,
    account: readVariable(io.env, variables.username) || (await findAccount().catch(() => undefined))?.username,
    readCredentials: () => readAccountCredentials(io, findAccount),
    readUsername: () => readAccountUsername(io, findAccount),
  };
}

/**
 * Uses the account of a profile, and never the account of the environment. That account may belong to another service,
 * so it must not be sent to the address of the profile.
 */
function useProfile(
  { env }: CommandIo,
  { baseUrl, username, password }: Profile,
  address: string,
  { profile: name }: AddressOptions,
): ChosenService {
  if (baseUrl !== address)
    throw new UsageError(
      `The profile ${name} is for ${baseUrl}, and not for ${address}. Leave out --profile, or --base-url and ${variables.baseUrl}.`,
    );
  const other = readVariable(env, variables.username);
  if (name === undefined && other !== '' && other !== username)
    throw new UsageError(
      `${variables.username} is ${other}, and the current profile is for ${username} at ${baseUrl}. Pass --profile for the profile, or --base-url for ${other}.`,
    );
  const chosen = chosenOf(baseUrl, { username, password });
  if (name !== undefined || ['', password].includes(readVariable(env, variables.password))) return chosen;
  const problem = `${variables.password} is not the password of the current profile, which is for ${username} at ${baseUrl}. Pass --profile for the profile, or --base-url for the account of the environment. \`fleetglass login\` keeps another password.`;
  return { ...chosen, readCredentials: () => Promise.reject(new UsageError(problem)) };
}

function chosenOf(baseUrl: string, credentials: Credentials): ChosenService {
  const account = credentials.username;
  return { baseUrl, account, readCredentials: async () => credentials, readUsername: async () => account };
}

/** @throws UsageError if no service matches, with the reason; if several services run, with their addresses */
async function findLocalService(io: Pick<CommandIo, 'env'>, address?: string): Promise<LocalEntry<'services'>> {
  const files = await readLocal(io, 'services');
  const wanted = files.filter(({ entry }) => address === undefined || entry === undefined || entry.url === address);
  const running = wanted.flatMap(({ entry, isServed }) => (entry !== undefined && isServed ? [entry] : []));
  const [service, second] = running;
  if (second !== undefined && address === undefined) {
    const urls = running.map(({ url }) => url).toSorted();
    throw new UsageError(`Several local services run: ${urls.join(', ')}. Choose one of them with --base-url.`);
  }
  if (service !== undefined) return service;
  const refused = wanted.find(({ problem }) => problem !== undefined);
  if (refused !== undefined)
    throw new UsageError(
      `The service file ${refused.path} ${refused.problem}. Remove the file and start the service again.`,
    );
  const subject = address === undefined ? 'No local service of this user runs' : `No local service runs at ${address}`;
  throw new UsageError(`${subject} on this machine. Start one with \`fleetglass serve\`.`);
}
