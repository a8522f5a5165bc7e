import { execFile } from 'node:child_process';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { memoryFolder } from '../persistence/memory-folder.js';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
}

const run = promisify(execFile);

/** A disk of some megabytes, until the test ends. Only root can make one: for others it is `undefined`. */
export async function smallDisk(): Promise<SmallDisk | undefined> {
  const folder = await memoryFolder();
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return undefined;
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'w');
      try {
        await writeUntilFull(file);
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast),
  };
}

async function writeUntilFull(file: FileHandle): Promise<void> {
  const page = Buffer.alloc(4096);
  for (;;) {
    try {
      await file.write(page);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
