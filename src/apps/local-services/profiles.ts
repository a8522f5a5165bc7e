import { dirname, isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import * as v from 'valibot';
import { baseUrlProblem, normalizeBaseUrl } from '../../core/wire/base-url.js';
import { parseJson } from '../../core/wire/parse-json.js';
import type { Credentials } from '../../core/wire/credentials.js';
import { makeFolder } from '../../persistence/directory/private-directory.js';
import { UsageError } from '../terminal/command-errors.js';
import type { CommandIo } from '../terminal/command-io.js';
import { readVariable, variables } from '../terminal/environment-variables.js';
import { readPrivateFile, writePrivateFile } from './private-file.js';

export interface Profile extends Credentials {
  /** As `normalizeBaseUrl` returns it. */
  readonly baseUrl: string;
}

export interface Profiles {
  readonly current?: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

export const PROFILE_NAME = /^[A-Za-z0-9][\w.-]{0,99}$/;

const text = v.pipe(v.string(), v.nonEmpty());

/** Normalized, because a person may have edited the file. A wrong address is reported where it is used. */
const address = v.pipe(
  text,
  v.transform((url) => (baseUrlProblem(url) === undefined ? normalizeBaseUrl(url) : url)),
);

const profileSchema = v.object({ baseUrl: address, username: text, password: text });
const fileSchema = v.object({
  version: v.literal(1),
  current: v.optional(text),
  profiles: v.record(v.pipe(v.string(), v.regex(PROFILE_NAME)), profileSchema),
});

/** @throws UsageError if the directory of the user's configuration is not absolute */
export function profilesPath({ env }: Pick<CommandIo, 'env'>): string {
  const chosen = readVariable(env, variables.config);
  if (chosen !== '') return join(resolve(chosen), 'profiles.json');
  const { config } = envPaths('fleetglass', { suffix: '' });
  if (!isAbsolute(config))
    throw new UsageError(`HOME or XDG_CONFIG_HOME is not an absolute path. Correct it, or set ${variables.config}.`);
  return join(config, 'profiles.json');
}

/** Reads the profiles; there are none without a file. @throws UsageError if the file is not private or is damaged */
export async function readProfiles(io: Pick<CommandIo, 'env'>): Promise<Profiles> {
  const path = profilesPath(io);
  const { text: content, problem, code } = await readPrivateFile(path);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { profiles: new Map() };
  if (problem !== undefined)
    throw new UsageError(
      `The file of the profiles ${path} ${problem}.${problem.startsWith('is open') ? ` It holds passwords: chmod 600 ${path}` : ''}`,
    );
  const file = v.safeParse(fileSchema, parseJson(content));
  if (!file.success)
    throw new UsageError(`The file of the profiles ${path} is damaged. Remove it, and run \`fleetglass login\`.`);
  const { current, profiles } = file.output;
  return { current, profiles: new Map(Object.entries(profiles)) };
}

/** Saves the profiles in a file that only this user can read. @returns its path @throws Error that says what to set */
export async function saveProfiles(io: Pick<CommandIo, 'env'>, { current, profiles }: Profiles): Promise<string> {
  const path = profilesPath(io);
  const file = { version: 1, current, profiles: Object.fromEntries(profiles) };
  try {
    await makeFolder(dirname(path));
    await writePrivateFile(path, `${JSON.stringify(file, undefined, 2)}\n`);
    return path;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Error(
      `The profiles are not kept: ${path} cannot be written: ${code}. Set ${variables.config} to a directory.`,
    );
  }
}

/** @param name @default the name in the environment, or of the current profile @throws UsageError for an unknown profile */
export async function selectProfile(
  io: Pick<CommandIo, 'env'>,
  name = readVariable(io.env, variables.profile) || undefined,
): Promise<Profile | undefined> {
  const { current, profiles } = await readProfiles(io);
  const profile = profiles.get(name ?? current ?? '');
  if (profile === undefined && name !== undefined) throw new UsageError(unknownProfile(name, profiles));
  return profile;
}

export function unknownProfile(name: string, profiles: ReadonlyMap<string, Profile>): string {
  const names = [...profiles.keys()];
  const known =
    names.length === 0 ? 'There are none: `fleetglass login` makes one.' : `There are: ${names.join(', ')}.`;
  return `No profile is named ${name}. ${known}`;
}
