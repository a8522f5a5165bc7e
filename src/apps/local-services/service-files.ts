import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { baseUrlProblem } from '../../core/wire/base-url.js';
import { inspectCredentials } from '../../core/wire/credentials.js';
import type { CommandIo } from '../terminal/command-io.js';
import { readVariable } from '../terminal/environment-variables.js';

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

const OTHER_USERS_MODE = 0o077;

const MAX_BYTES = 64 * 1024;

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
  const draft = join(folder, `${port}.${process.pid}.draft`);
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(service)}\n`, { flag: 'wx', mode: 0o600 });
  await rename(draft, path);
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

/** Windows does not have these owners and permissions: there, no problem is found. */
function accessProblem({ uid, mode }: { readonly uid: number; readonly mode: number }): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return 'belongs to another user';
  return (mode & OTHER_USERS_MODE) === 0 ? undefined : `is open to other users (mode ${(mode & 0o777).toString(8)})`;
}

async function readServiceFile(path: string): Promise<FoundFile> {
  let file: FileHandle | undefined;
  try {
    // Does not follow a symbolic link. Checks the opened file, so that it cannot be replaced between check and read.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const status = await file.stat();
    const problem = status.isFile() ? accessProblem(status) : 'is not a file';
    if (problem !== undefined) return { path, problem };
    if (status.size > MAX_BYTES) return { path, problem: 'is damaged' };
    const service = parse(await file.readFile('utf8'));
    return service === undefined ? { path, problem: 'is damaged' } : { path, service };
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { path, problem: code === 'ELOOP' ? 'is a symbolic link' : `cannot be read: ${code}` };
  } finally {
    await file?.close();
  }
}

function parse(text: string): ServiceFile | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
