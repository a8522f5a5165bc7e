import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryLevel } from 'memory-level';
import { claimDirectory, type DirectoryClaim } from './directory-claims.js';
import { makeFolder, makePrivateDirectory, DirectoryProblem } from './private-directory.js';
import type { Level } from './record-store.js';

/** An open store, and where LevelDB keeps its files. */
export interface OpenedLevel {
  readonly level: Level;
  /** Without symbolic links. Absent for a store in memory. */
  readonly path?: string;
}

/**
 * Opens a key-value store: LevelDB in a directory, which is this service's alone until the store is closed, or memory
 * without one.
 *
 * @param onNotice hears, in words for people, of records that were lost since their file was damaged.
 * @throws Error that names the directory and what is wrong with it.
 */
export async function openLevel(
  directory?: string,
  onNotice: (message: string) => void = () => {},
): Promise<OpenedLevel> {
  if (directory === undefined) {
    const level = new MemoryLevel<string, string>({ storeEncoding: 'utf8' });
    await level.open();
    return { level };
  }
  const { ClassicLevel } = await importClassicLevel();
  const claim = await claimRecords(directory);
  try {
    const level = new ClassicLevel<string, string>(claim.path);
    await level.open();
    level.once('closed', claim.release);
    if (await hasLostRecords(claim.path))
      onNotice(`Some of what the directory ${directory} held was damaged, and is lost.`);
    return { level, path: claim.path };
  } catch (error) {
    claim.release();
    throw new Error(describe(directory, error));
  }
}

/**
 * LevelDB goes on without what it cannot read of its newest writes, and says so in its log alone, which it begins anew
 * at each start. What was being written when a machine went down, and not answered, is not among that.
 */
async function hasLostRecords(path: string): Promise<boolean> {
  const log = await readFile(join(path, 'LOG'), 'utf8').catch(() => '');
  return /: dropping \d+ bytes; /.test(log);
}

async function claimRecords(directory: string): Promise<DirectoryClaim> {
  try {
    await makePrivateDirectory(directory);
    const place = join(directory, 'records');
    await makeFolder(place);
    const claim = await claimDirectory(place);
    if (claim === undefined) throw new DirectoryProblem(PROBLEMS['LEVEL_LOCKED']);
    return claim;
  } catch (error) {
    throw new Error(describe(directory, error));
  }
}

/** Loaded only when a directory is given: a native module, and an optional one. */
async function importClassicLevel(): Promise<typeof import('classic-level')> {
  try {
    return await import('classic-level');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const problem = isMissing
      ? 'that is not installed: npm install classic-level'
      : 'which does not load on this machine';
    throw new Error(`Keeping databases in a directory needs the package classic-level, ${problem}`);
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  LEVEL_LOCKED: 'another service uses it',
  LEVEL_CORRUPTION: 'what it holds is damaged',
  LEVEL_IO_ERROR: 'it cannot be read and written',
  EEXIST: 'it is not a directory',
  ENOTDIR: 'it is not a directory',
  EACCES: 'this user may not write there',
  ENOENT: 'it cannot be made there',
};

function describe(directory: string, error: unknown): string {
  if (error instanceof DirectoryProblem) return `The directory ${directory} cannot be used: ${error.message}.`;
  const { code = 'unknown error' } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return `The directory ${directory} cannot be used: ${PROBLEMS[code] ?? code}.`;
}
