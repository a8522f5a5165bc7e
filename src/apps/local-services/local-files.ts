import { lstat, readdir, rm, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../core/wire/parse-json.js';
import { makeFolder } from '../../persistence/directory/private-directory.js';
import type { CommandIo } from '../terminal/command-io.js';
import { readVariable } from '../terminal/environment-variables.js';
import { accessProblem, readPrivateFile, writePrivateFile } from './private-file.js';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The members of every file: the process that serves the address. */
const served = {
  version: v.literal(1),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  process: v.string(),
};

const schemas = {
  services: v.object({
    ...served,
    url: v.pipe(v.string(), v.regex(/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/)),
    credentials: v.object({ username: v.string(), password: v.string() }),
  }),
  pages: v.object({
    ...served,
    url: v.pipe(v.string(), v.regex(/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/(?:\?token=[\w-]+)?$/)),
    service: v.string(),
    account: v.string(),
    /** The directory of the kept ids. Absent if none is kept. */
    state: v.optional(v.string()),
  }),
};

/** Each service and page that a command of this user serves has a file, by which other commands find it. */
type Kind = keyof typeof schemas;
export type LocalEntry<K extends Kind> = v.InferOutput<(typeof schemas)[K]>;

type FoundFile<K extends Kind> =
  /** `isServed` is false if the process has ended without removing its file. */
  | { readonly path: string; readonly entry: LocalEntry<K>; readonly isServed: boolean; readonly problem?: never }
  | { readonly path: string; readonly entry?: never; readonly isServed?: never; readonly problem: string };

/**
 * The folders of the files, the preferred folder first. The first is in the runtime directory, which is removed with
 * the user's session. The second is in the user's state directory. Follows the XDG Base Directory Specification, which
 * ignores a variable with a relative path.
 */
function foldersOf({ env }: Pick<CommandIo, 'env'>, kind: Kind): string[] {
  const absolute = (name: string): string[] => [readVariable(env, name)].filter(isAbsolute);
  const [home = homedir()] = absolute('HOME');
  const [state = join(home, '.local', 'state')] = absolute('XDG_STATE_HOME');
  return [...absolute('XDG_RUNTIME_DIR'), state].map((directory) => join(directory, 'fleetglass', kind));
}

/**
 * Writes what this process serves to a file. Only this user can read it, because it gives access to the service or page.
 * Removes the files of processes that ended without removing them.
 *
 * @param onNotice for a service: receives the reason if no file can be written. The service works without it
 * @returns a function that removes the file
 */
export async function registerLocal<K extends Kind>(
  io: Pick<CommandIo, 'env'>,
  kind: K,
  fields: Omit<LocalEntry<K>, keyof typeof served>,
  onNotice?: (notice: string) => void,
): Promise<() => Promise<void>> {
  const entry = { version: 1, ...fields, pid: process.pid, process: await identifyProcess(process.pid) };
  const problems: string[] = [];
  for (const folder of foldersOf(io, kind)) {
    try {
      await makeFolder(folder);
      const problem = await folderProblem(folder);
      if (problem !== undefined) throw new Error(`${folder} ${problem}`);
      const path = join(folder, `${new URL(fields.url).port}.json`);
      await writePrivateFile(path, `${JSON.stringify(entry)}\n`);
      // A stale file must not be found in place of this one.
      await removeStaleFiles(folder, kind).catch(() => {});
      await removeFile(redirectOf(path));
      return () => removeFile(path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      problems.push(code === undefined ? message : `${folder} cannot be written: ${code}`);
    }
  }
  onNotice?.(`--local cannot find this service: ${problems.join('; ')}.`);
  return async () => {};
}

/** Reads the files of a kind. Refuses a file or folder that another user could have written. */
export async function readLocal<K extends Kind>(io: Pick<CommandIo, 'env'>, kind: K): Promise<FoundFile<K>[]> {
  return (await Promise.all(foldersOf(io, kind).map((folder) => readFolder(folder, kind)))).flat();
}

/** The HTML file that redirects a browser to the address of a page. It is removed with the file of the page. */
export const redirectOf = (path: string): string => path.replace(/json$/, 'html');

async function removeFile(path: string): Promise<void> {
  await Promise.all([path, redirectOf(path)].map((each) => rm(each, { force: true })));
}

async function removeStaleFiles(folder: string, kind: Kind): Promise<void> {
  for (const { path, isServed } of await readFolder(folder, kind)) if (isServed === false) await removeFile(path);
}

async function readFolder<K extends Kind>(folder: string, kind: K): Promise<FoundFile<K>[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^\d+\.json$/.test(name)).map((name) => join(folder, name));
  const problem = files.length === 0 ? undefined : await folderProblem(folder);
  if (problem !== undefined) return files.map((path) => ({ path, problem: `is in a folder that ${problem}` }));
  return Promise.all(files.map((path) => readEntry(path, kind)));
}

async function folderProblem(folder: string): Promise<string | undefined> {
  const status = await lstat(folder);
  return status.isDirectory() ? accessProblem(status) : 'is not a directory';
}

async function readEntry<K extends Kind>(path: string, kind: K): Promise<FoundFile<K>> {
  const { text, problem } = await readPrivateFile(path);
  if (text === undefined) return { path, problem };
  const parsed = v.safeParse(schemas[kind], parseJson(text));
  if (!parsed.success) return { path, problem: 'is damaged' };
  const entry = parsed.output as LocalEntry<K>;
  return { path, entry, isServed: (await identifyProcess(entry.pid)) === entry.process };
}

/**
 * A process id is not enough: another user can start processes until one gets the id of a process that has ended.
 *
 * @returns an empty text if the system does not tell the start time; `undefined` if no such process runs
 */
async function identifyProcess(pid: number): Promise<string | undefined> {
  if (!isRunning(pid)) return undefined;
  return process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The id of the boot, and the start time of the process in clock ticks since the boot. */
async function startOnLinux(pid: number): Promise<string> {
  const [status, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ]);
  // The second field is the name of the program in parentheses, and can contain spaces and parentheses. The start time
  // is the 20th field after it (proc(5)).
  const start = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return start === undefined ? '' : `${boot.trim()} ${start}`;
}

/** The start time, or an empty text without `ps`, as on Windows: then only the process id is compared. */
async function startByPs(pid: number): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const listed = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
  return listed.then(({ stdout }) => stdout.trim()).catch(() => '');
}
