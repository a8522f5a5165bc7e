import { lstat, mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { baseUrlProblem } from '../../core/wire/base-url.js';
import { inspectCredentials } from '../../core/wire/credentials.js';
import type { CommandIo } from '../terminal/command-io.js';
import { readVariable } from '../terminal/environment-variables.js';
import { accessProblem, readPrivateFile, writePrivateFile } from './private-file.js';

const schema = v.object({
  version: v.literal(1),
  url: v.pipe(
    v.string(),
    v.check((url) => baseUrlProblem(url) === undefined && /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/.test(url)),
  ),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  process: v.string(),
  credentials: v.pipe(
    v.object({ username: v.string(), password: v.string() }),
    v.check((credentials) => inspectCredentials(credentials).length === 0),
  ),
});

export interface ServiceFile extends v.InferOutput<typeof schema> {}

export type FoundFile =
  | { readonly path: string; readonly service: ServiceFile; readonly problem?: never }
  | { readonly path: string; readonly service?: never; readonly problem: string };

/**
 * The folders for service files, the preferred folder first: in the runtime directory, which is removed with the user's
 * session, and in the user's state directory. Follows the XDG Base Directory Specification, which ignores a variable
 * with a relative path.
 */
export function serviceFolders({ env }: Pick<CommandIo, 'env'>): string[] {
  const absolute = (name: string): string[] => [readVariable(env, name)].filter(isAbsolute);
  const [home = homedir()] = absolute('HOME');
  const [state = join(home, '.local', 'state')] = absolute('XDG_STATE_HOME');
  return [...absolute('XDG_RUNTIME_DIR'), state].map((directory) => join(directory, 'fleetglass', 'services'));
}

/**
 * Writes a service file that only this user can read. Replaces an earlier file atomically.
 *
 * @throws Error if the folder cannot be used, with the reason.
 */
export async function writeServiceFile(folder: string, service: ServiceFile): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const problem = await folderProblem(folder);
  if (problem !== undefined) throw new Error(`${folder} ${problem}`);
  const { port } = new URL(service.url);
  const path = join(folder, `${port}.json`);
  await writePrivateFile(path, `${JSON.stringify(service)}\n`);
  return path;
}

/**
 * Reads all service files in a folder. Refuses a file or folder that another user could have written, because it could
 * send this user's requests to another address.
 */
export async function readServiceFiles(folder: string): Promise<FoundFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^\d+\.json$/.test(name)).map((name) => join(folder, name));
  const problem = files.length === 0 ? undefined : await folderProblem(folder);
  if (problem !== undefined) return files.map((path) => ({ path, problem: `is in a folder that ${problem}` }));
  return Promise.all(files.map(readServiceFile));
}

async function folderProblem(folder: string): Promise<string | undefined> {
  const status = await lstat(folder);
  return status.isDirectory() ? accessProblem(status) : 'is not a directory';
}

async function readServiceFile(path: string): Promise<FoundFile> {
  const { text, problem } = await readPrivateFile(path);
  if (text === undefined) return { path, problem };
  const service = parse(text);
  return service === undefined ? { path, problem: 'is damaged' } : { path, service };
}

function parse(text: string): ServiceFile | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
