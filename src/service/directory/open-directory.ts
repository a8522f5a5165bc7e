import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { claimDirectory, type DirectoryClaim } from '../../persistence/directory/directory-claims.js';
import { DirectoryProblem } from '../../persistence/directory/directory-failure.js';
import { makeFolder, makePrivateDirectory, restrictFolder } from '../../persistence/directory/private-directory.js';

/** An open LevelDB, and the folder of its files. */
export interface OpenDirectory {
  readonly level: ClassicLevel<string, string>;
  /** Without symbolic links. */
  readonly path: string;
}

/**
 * Opens LevelDB in a directory, for this service alone until the database is closed.
 *
 * @param onNotice gets a message for people when records were lost because their file was damaged.
 * @throws Error that names the directory and its problem.
 */
export async function openDirectory(
  directory: string,
  onNotice: (message: string) => void = () => {},
): Promise<OpenDirectory> {
  const { ClassicLevel } = await importClassicLevel();
  const claim = await claimRecords(directory);
  try {
    const level = new ClassicLevel<string, string>(claim.path);
    await level.open();
    level.once('closed', claim.release);
    if (await hasLostRecords(claim.path))
      onNotice(`Some records in the directory ${directory} were damaged and are lost.`);
    return { level, path: claim.path };
  } catch (error) {
    claim.release();
    throw new Error(describe(directory, error));
  }
}

/**
 * LevelDB drops the newest writes that it cannot read, and reports this only in its log, which each start replaces. A
 * write that was unfinished when a machine went down was never answered, and is not in that report.
 */
async function hasLostRecords(path: string): Promise<boolean> {
  const log = await readFile(join(path, 'LOG'), 'utf8').catch(() => '');
  return /: dropping \d+ bytes; /.test(log);
}

async function claimRecords(directory: string): Promise<DirectoryClaim> {
  try {
    await makePrivateDirectory(directory, (name) => OWN_NAMES.includes(name));
    const path = join(directory, 'records');
    await makeFolder(path);
    for (const name of OWN_NAMES) await restrictFolder(join(directory, name));
    const claim = await claimDirectory(path);
    if (claim === undefined) throw new DirectoryProblem(PROBLEMS['LEVEL_LOCKED']);
    return claim;
  } catch (error) {
    throw new Error(describe(directory, error));
  }
}

/** The subdirectories that the service makes in its directory. */
const OWN_NAMES = ['records', 'redis'];

/** A native, optional package, so it is imported only when a directory is given. */
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
  LEVEL_CORRUPTION: 'its contents are damaged',
  LEVEL_IO_ERROR: 'it cannot be read and written',
  EEXIST: 'it is not a directory',
  ENOTDIR: 'it is not a directory',
  EACCES: 'this user may not write there',
  ENOENT: 'it cannot be created',
};

function describe(directory: string, error: unknown): string {
  if (error instanceof DirectoryProblem) return `The directory ${directory} cannot be used: ${error.message}.`;
  const { code = 'unknown error' } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return `The directory ${directory} cannot be used: ${PROBLEMS[code] ?? code}.`;
}
