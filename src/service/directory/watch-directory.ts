import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectoryLost } from '../account/record-store.js';

/**
 * Creates a check that the records are still where the service opened them.
 *
 * The check compares the device and inode of LevelDB's lock file. LevelDB holds that file open, so no other file gets
 * its inode.
 *
 * @param path where LevelDB keeps its open files.
 * @param onNotice gets one message each time the directory disappears.
 * @returns a function that rejects with {@link DirectoryLost} while the directory is gone.
 */
export async function watchDirectory(path: string, onNotice: (message: string) => void): Promise<() => Promise<void>> {
  const opened = await identityOf(path);
  let isLost = false;
  return async () => {
    const wasLost = isLost;
    isLost = opened !== (await identityOf(path));
    if (!isLost) return;
    const message = `The directory ${path} was removed, moved or replaced while the service was using it. Nothing can be stored there, and its records may be lost.`;
    if (!wasLost) onNotice(message);
    throw new DirectoryLost(message);
  };
}

async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(join(path, 'LOCK'), { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
