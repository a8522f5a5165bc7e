import { constants } from 'node:fs';
import { open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';

const OTHER_USERS_MODE = 0o077;

export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
  await rename(draft, path);
}

type PrivateText =
  | { readonly text: string; readonly problem?: never; readonly code?: never }
  /** `code` is the error code of the system. Absent if the file could be opened. */
  | { readonly text?: never; readonly problem: string; readonly code?: string };

/** Reads a file that only this user could have written. */
export async function readPrivateFile(path: string): Promise<PrivateText> {
  let file: FileHandle | undefined;
  try {
    // Does not follow a symbolic link. Checks the opened file, so that it cannot be replaced between check and read.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const status = await file.stat();
    const problem = status.isFile() ? accessProblem(status) : 'is not a file';
    if (problem !== undefined) return { problem };
    return { text: await file.readFile('utf8') };
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { problem: code === 'ELOOP' ? 'is a symbolic link' : `cannot be read: ${code}`, code };
  } finally {
    await file?.close();
  }
}

/** Windows does not have these owners and permissions: there, no problem is found. */
export function accessProblem({ uid, mode }: { readonly uid: number; readonly mode: number }): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  if (uid !== user) return 'belongs to another user';
  return (mode & OTHER_USERS_MODE) === 0 ? undefined : `is open to other users (mode ${(mode & 0o777).toString(8)})`;
}
