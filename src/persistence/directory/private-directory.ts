import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DirectoryProblem, ifPresent } from './directory-failure.js';

/** The names of files that a file system adds to the root of a volume, or a desktop to any folder. */
export const SYSTEM_NAMES: ReadonlySet<string> = new Set(['lost+found', '.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Permissions of the group and of all other users. */
const OPEN_MODES = 0o077;

/**
 * Makes a directory with its parents, for this user alone. A directory that exists with open permissions gets
 * restricted permissions if all its entries belong to the caller.
 *
 * @param isOwn returns whether an entry of the directory belongs to the caller, by the name of the entry.
 * @throws DirectoryProblem when other users can reach the directory and a restriction would lock them out of
 *   other files.
 */
export async function makePrivateDirectory(directory: string, isOwn: (name: string) => boolean): Promise<void> {
  await makeFolder(directory);
  const { mode, uid } = await stat(directory);
  const user = process.getuid?.();
  // Windows has no such permissions.
  if (user === undefined || (mode & OPEN_MODES) === 0) return;
  if (uid !== user)
    throw new DirectoryProblem('other users of this machine can open it, and it belongs to another user');
  const names = await readdir(directory);
  if (!names.every((name) => SYSTEM_NAMES.has(name) || isOwn(name))) {
    throw new DirectoryProblem(
      'other users of this machine can open it, and it holds other files; choose a directory for fleetglass alone, or run chmod 700',
    );
  }
  await chmod(directory, 0o700);
}

/** Restricts a folder and its files to this user. An earlier version or another program may have left them open. */
export async function restrictFolder(path: string): Promise<void> {
  if (process.getuid === undefined) return;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return;
  await chmod(path, 0o700);
  const files = entries.filter((entry) => entry.isFile());
  // An open LevelDB removes its old files.
  await Promise.all(files.map(({ name }) => ifPresent(chmod(join(path, name), 0o600))));
}

/** Makes a directory for this user, with its parents. Node's own `recursive` never returns below a directory such as /proc. */
export async function makeFolder(path: string): Promise<void> {
  const isThere = async (): Promise<boolean> => (await ifPresent(stat(path)))?.isDirectory() ?? false;
  if (await isThere()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another call may have made the folder at the same time.
    if (!(await isThere())) throw error;
  });
}
