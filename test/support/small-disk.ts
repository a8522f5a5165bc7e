import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryFolder } from '../persistence/memory-folder.js';
import { onTestFinished } from './concurrent-tests.js';
import { execute, succeeds } from './execute.js';

/** A disk of 3 MB, until the test ends. Only root can make one: for others it is `undefined`. */
export async function smallDisk() {
  const folder = await memoryFolder();
  if (!(await succeeds('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]))) return undefined;
  onTestFinished(async () => void (await execute('umount', ['--lazy', folder])));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Fills the disk. @param bytes @default all that is free */
    async fill(bytes = Infinity): Promise<void> {
      await using file = await open(ballast, 'w');
      const page = Buffer.alloc(4096);
      try {
        for (let written = 0; written < bytes; written += page.length) await file.write(page);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    makeRoom: (): Promise<void> => rm(ballast),
  };
}
