import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Why a directory cannot be used. The message completes the sentence "The directory … cannot be used: ". */
export class DirectoryProblem extends Error {}

/** The subdirectories that the service makes in its directory. */
const OWN_NAMES = ['records', 'redis'];

/** Permissions of the group and of all other users. */
const OPEN_MODES = 0o077;

/**
 * Makes a directory for records and passwords, with its parents, for this user alone. A directory that exists with
 * open permissions gets restricted permissions if it holds only the service's own files.
 *
 * @throws DirectoryProblem when other users can reach the directory and a restriction would lock them out of
 *   other files.
 */
export async function makePrivateDirectory(directory: string): Promise<void> {
  await makeFolder(directory);
  if (!(await isOpen(directory))) return restrictContents(directory);
  const others = (await readdir(directory)).filter((name) => !OWN_NAMES.includes(name));
  if (others.length > 0) {
    throw new DirectoryProblem(
      'other users of this machine can open it, and it holds other files; choose a directory for the service alone, or run chmod 700',
    );
  }
  await chmod(directory, 0o700);
  await restrictContents(directory);
}

/** Windows has no such permissions. */
async function isOpen(directory: string): Promise<boolean> {
  const { mode, uid } = await stat(directory);
  const user = process.getuid?.();
  if (user === undefined || (mode & OPEN_MODES) === 0) return false;
  if (uid !== user) {
    throw new DirectoryProblem('other users of this machine can open it, and it belongs to another user');
  }
  return true;
}

/** An earlier version or another program may have left files that others can read. */
async function restrictContents(directory: string): Promise<void> {
  if (process.getuid === undefined) return;
  for (const name of OWN_NAMES) {
    const path = join(directory, name);
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) continue;
    await chmod(path, 0o700);
    const files = name === 'records' ? entries.filter((entry) => entry.isFile()) : [];
    await Promise.all(files.map((file) => chmod(join(path, file.name), 0o600)));
  }
}

/** Node's own `recursive` never returns where a directory exists in which nothing can be made, such as /proc. */
export async function makeFolder(path: string): Promise<void> {
  const make = (): Promise<void> => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}
