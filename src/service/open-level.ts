import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryLevel } from 'memory-level';
import type { Level } from './record-store.js';

/**
 * Opens a key-value store: LevelDB in a directory, which it locks for this process, or memory without one.
 *
 * @throws Error that names the directory and what is wrong with it.
 */
export async function openLevel(directory?: string): Promise<Level> {
  const level =
    directory === undefined ? new MemoryLevel<string, string>({ storeEncoding: 'utf8' }) : await onDisk(directory);
  try {
    await level.open();
  } catch (error) {
    throw new Error(describe(directory ?? 'memory', error));
  }
  return level;
}

async function onDisk(directory: string): Promise<Level> {
  try {
    // Passwords and tokens are in it.
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The directory ${directory} cannot be used: ${code === 'EEXIST' ? 'it is a file' : code}.`);
  }
  const { ClassicLevel } = await importClassicLevel();
  return new ClassicLevel<string, string>(join(directory, 'records'));
}

/** Loaded only when a directory is given: a native module, and an optional one. */
async function importClassicLevel(): Promise<typeof import('classic-level')> {
  try {
    return await import('classic-level');
  } catch {
    throw new Error('Keeping databases in a directory needs the package classic-level: npm install classic-level');
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  LEVEL_LOCKED: 'another service uses it',
  LEVEL_CORRUPTION: 'what it holds is damaged',
};

function describe(directory: string, error: unknown): string {
  const { code = 'unknown error' } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return `The directory ${directory} cannot be opened: ${PROBLEMS[code] ?? code}.`;
}
