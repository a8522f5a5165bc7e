import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { DirectoryInUse, DirectoryProblem, ifPresent, isSystemError } from './directory-failure.js';
import { restrictFolder } from './private-directory.js';

export type Level = ClassicLevel<string, string>;

/** A LevelDB database whose content cannot be trusted. */
export class DamagedLevel extends Error {
  readonly code = 'damaged';
  /** How many values are lost, if that is known. */
  readonly count: number | undefined;

  constructor(message: string, count?: number) {
    super(message);
    this.count = count;
  }
}

/**
 * Opens a LevelDB database in a folder of its own. Makes the database if the folder holds none.
 *
 * @throws DamagedLevel if its files are damaged; DirectoryInUse if another process uses them.
 */
export async function openLevel(path: string): Promise<Level> {
  const { ClassicLevel } = await importClassicLevel();
  await refuseWithoutCurrent(path);
  const level = new ClassicLevel<string, string>(path);
  try {
    await level.open();
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'LEVEL_LOCKED') throw NO_LOCKS.test(message) ? new DirectoryProblem(LOCKLESS) : new DirectoryInUse();
    throw isSystemError(cause) ? cause : new DamagedLevel(message);
  }
  await restrictFolder(path);
  if (!(await hasDroppedBatches(path))) return level;
  await level.close();
  throw new DamagedLevel('LevelDB has dropped damaged batches');
}

/** The code `LEVEL_LOCKED` names every failure of a lock. */
const NO_LOCKS = /: (?:No locks available|Function not implemented|Operation not supported)$/;

const LOCKLESS = 'its file system has no locks; choose a directory on a local disk';

/** LevelDB makes a new database if the file CURRENT is missing, and deletes the files of the old one. */
async function refuseWithoutCurrent(path: string): Promise<void> {
  const names = await namesIn(path);
  // LevelDB makes CURRENT before the first of these files.
  if (!names.includes('CURRENT') && names.some((name) => /^\d+\.(?:log|ldb)$/.test(name)))
    throw new DamagedLevel('the file CURRENT is missing');
}

/** The names in a folder; none if it is absent. */
export async function namesIn(directory: string): Promise<readonly string[]> {
  return (await ifPresent(readdir(directory))) ?? [];
}

/** LevelDB drops batches that it cannot read, and reports this only in its log, which each opening replaces. */
async function hasDroppedBatches(path: string): Promise<boolean> {
  const log = await readFile(join(path, 'LOG'), 'utf8').catch(() => '');
  return /: dropping \d+ bytes; /.test(log);
}

/**
 * Locks a directory against other processes: LevelDB holds the lock of its files until it is closed or the process
 * ends. Node has no such lock of its own.
 *
 * @throws DirectoryInUse if another process has the lock.
 */
export async function lockDirectory(path: string): Promise<Level> {
  return openLevel(path).catch(async (error: unknown) => {
    if (!(error instanceof DamagedLevel)) throw error;
    // The database is used only as a lock, and holds no values.
    await rm(path, { recursive: true });
    return openLevel(path);
  });
}

/** A native, optional package, so it is imported only when a directory is opened. */
export function importClassicLevel(): Promise<typeof import('classic-level')> {
  return import('classic-level').catch(() => {
    throw new DirectoryProblem(
      'it needs the package classic-level, which is not installed or does not load: npm install classic-level',
    );
  });
}
