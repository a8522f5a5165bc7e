import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MemoryLevel } from 'memory-level';
import type { Level } from './record-store.js';

/**
 * Opens a key-value store: LevelDB in a directory, which it locks for this process, or memory without one.
 *
 * @param onNotice hears, in words for people, of records that were lost since their file was damaged.
 * @throws Error that names the directory and what is wrong with it.
 */
export async function openLevel(directory?: string, onNotice: (message: string) => void = () => {}): Promise<Level> {
  const level =
    directory === undefined ? new MemoryLevel<string, string>({ storeEncoding: 'utf8' }) : await onDisk(directory);
  try {
    await level.open();
  } catch (error) {
    throw new Error(describe(directory ?? 'memory', error));
  }
  if (directory !== undefined && (await hasLostRecords(directory)))
    onNotice(`Some of what the directory ${directory} held was damaged, and is lost.`);
  return level;
}

/**
 * LevelDB goes on without what it cannot read of its newest writes, and says so in its log alone, which it begins anew
 * at each start. What was being written when a machine went down, and not answered, is not among that.
 */
async function hasLostRecords(directory: string): Promise<boolean> {
  const log = await readFile(join(placeIn(directory), 'LOG'), 'utf8').catch(() => '');
  return /: dropping \d+ bytes; /.test(log);
}

function placeIn(directory: string): string {
  return join(directory, 'records');
}

async function onDisk(directory: string): Promise<Level> {
  const place = placeIn(directory);
  try {
    await makeFolder(place);
  } catch (error) {
    throw new Error(describe(directory, error));
  }
  const { ClassicLevel } = await importClassicLevel();
  return new ClassicLevel<string, string>(place);
}

/** Node's own `recursive` never comes back where a folder is there in which nothing can be made, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  // Passwords and tokens are in it.
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
  const { code = 'unknown error' } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return `The directory ${directory} cannot be used: ${PROBLEMS[code] ?? code}.`;
}
