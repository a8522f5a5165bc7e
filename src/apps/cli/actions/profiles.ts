import { text as textPrompt } from '@clack/prompts';
import { baseUrlProblem, normalizeBaseUrl } from '../../../core/wire/base-url.js';
import { checkCredentials } from '../../../core/wire/credentials.js';
import { printable } from '../../../format/printable.js';
import {
  PROFILE_NAME,
  profilesPath,
  readProfiles,
  saveProfiles,
  unknownProfile,
  type Profiles,
} from '../../local-services/profiles.js';
import type { ServiceOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { printMessage, printResult, type CommandIo } from '../../terminal/command-io.js';
import { readVariable, variables } from '../../terminal/environment-variables.js';
import { renderListing, type TableColumn } from '../../terminal/render-table.js';
import { answerOf, readAccountCredentials } from '../../terminal/read-account-credentials.js';
import { withClient } from './get.js';

/** Nothing is kept if the service refuses the account or does not answer. */
export async function login(io: CommandIo, name: string, { baseUrl, timeoutMs }: ServiceOptions): Promise<void> {
  if (!PROFILE_NAME.test(name))
    throw new UsageError(
      `Invalid name ${printable(name)}. Expected 1 to 100 letters, digits, or characters of "._-", beginning with a letter or a digit.`,
    );
  // Reports a file that cannot be used before the questions.
  await readProfiles(io);
  const address = normalizeBaseUrl(baseUrl ?? (readVariable(io.env, variables.baseUrl) || (await askAddress(io))));
  const credentials = checkCredentials(await readAccountCredentials(io), 'configure');
  const account = { baseUrl: address, credentials, timeoutMs };
  await withClient(io, account, (client, signal) => client.listVectorIndices({ signal }));
  // Another login may have kept a profile since then.
  const { profiles: kept } = await readProfiles(io);
  const profiles = new Map(kept).set(name, { baseUrl: address, ...credentials });
  const path = await saveProfiles(io, { current: name, profiles });
  printMessage(
    io,
    `${address} accepts the account ${credentials.username}. The address, the user name and the password are kept as the profile ${name} in ${path}, which only you can read. Commands use it from now on.`,
  );
}

async function askAddress({ stdin, stderr }: CommandIo): Promise<string> {
  if (stdin.isTTY !== true || stderr.isTTY !== true)
    throw new UsageError(`No address of the service. Pass --base-url, or set ${variables.baseUrl}.`);
  // The hint after the semicolon is for programs.
  const validate = (given = ''): string | undefined => baseUrlProblem(given)?.replace(/;.*/, '');
  const message = 'Address of the service, such as https://api.example.com';
  return answerOf(await textPrompt({ message, validate, input: stdin, output: stderr, withGuide: false }));
}

export async function listProfiles(io: CommandIo, { json }: { readonly json?: true }): Promise<void> {
  const { current, profiles } = await readProfiles(io);
  const rows = Array.from(profiles, ([name, { baseUrl, username }]) => ({
    name,
    baseUrl,
    username,
    isCurrent: name === current,
  }));
  const columns: readonly TableColumn<(typeof rows)[number]>[] = [
    { heading: 'profile', show: ({ name }) => printable(name), least: 10 },
    { heading: 'current', show: ({ isCurrent }) => (isCurrent ? 'current' : ''), least: 7 },
    { heading: 'address', show: ({ baseUrl }) => printable(baseUrl), least: 30 },
    { heading: 'user name', show: ({ username }) => printable(username), least: 20 },
  ];
  printResult(io, json, { file: profilesPath(io), profiles: rows }, (options) =>
    rows.length === 0 ? NO_PROFILES : renderListing(rows, columns, [], options),
  );
}

const NO_PROFILES = 'No profiles. `fleetglass login` keeps an address and its account.';

export async function selectCurrent(io: CommandIo, name: string): Promise<void> {
  const kept = await readKnown(io, name);
  await saveProfiles(io, { ...kept, current: name });
  printMessage(io, `Commands use the profile ${name} from now on.`);
}

export async function removeProfile(io: CommandIo, name: string): Promise<void> {
  const kept = await readKnown(io, name);
  const profiles = new Map(kept.profiles);
  profiles.delete(name);
  await saveProfiles(io, { current: kept.current === name ? undefined : kept.current, profiles });
  printMessage(io, `Removed the profile ${name}, with its password. The kept ids stay.`);
}

/** @throws UsageError if there is no profile of this name */
async function readKnown(io: CommandIo, name: string): Promise<Profiles> {
  const kept = await readProfiles(io);
  if (!kept.profiles.has(name)) throw new UsageError(unknownProfile(printable(name), kept.profiles));
  return kept;
}
