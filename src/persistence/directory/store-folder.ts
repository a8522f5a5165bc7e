import { systemClock } from '../../core/shared/clock.js';
import { join } from 'node:path';
import { DirectoryProblem } from './directory-failure.js';
import { JOURNAL_FILES, nextOf } from './journal.js';
import { namesIn } from './level.js';
import { makePrivateDirectory, SYSTEM_NAMES } from './private-directory.js';
import { STORE_FILE } from './store-file.js';
import { CACHE } from './value-cache.js';

/** A database without values. Its lock is held while the store is open, even when the cache is replaced. */
export const LOCK = 'lock';

const DAMAGED_PREFIX = 'damaged-';

const OWN_NAMES: ReadonlySet<string> = new Set([
  LOCK,
  CACHE,
  ...[STORE_FILE, ...JOURNAL_FILES].flatMap((name) => [name, nextOf(name)]),
]);

/** A file that the dashboard keeps in the same directory. Names of its temporary files begin with this name. */
export const ACTIVITY_FILE = 'activity.jsonl';

function isOwnName(name: string): boolean {
  return OWN_NAMES.has(name) || name.startsWith(DAMAGED_PREFIX) || name.startsWith(ACTIVITY_FILE);
}

/** Makes names for damaged files and folders, so that they overwrite no earlier files. */
export function createDamagedNames(): (name: string) => string {
  const time = new Date(systemClock.now()).toISOString().replaceAll(/[:.]/g, '-');
  return (name) => `${DAMAGED_PREFIX}${time}-${name}`;
}

/**
 * Makes the directory of a store, for this user alone.
 *
 * @throws DirectoryProblem if the directory holds something else. Nothing is written there then.
 */
export async function prepareStoreFolder(directory: string): Promise<void> {
  const names = (await namesIn(directory)).filter((name) => !SYSTEM_NAMES.has(name));
  const foreign = names.find((name) => !isOwnName(name));
  if (foreign !== undefined)
    throw new DirectoryProblem(
      `it holds ${JSON.stringify(foreign)}, which is no part of a store; choose an empty directory`,
    );
  if (names.length > 0 && !(await isStore(directory, names)))
    throw new DirectoryProblem('it holds other files; choose an empty directory');
  await makePrivateDirectory(directory, isOwnName);
}

/** Whether a directory holds a store that was used. */
export function holdsStore(names: readonly string[]): boolean {
  return [STORE_FILE, ...JOURNAL_FILES].some((name) => names.includes(name));
}

const LEVEL_FILE = /^(?:LOCK|LOG|LOG\.old|CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb|dbtmp))$/;

/** Whether the files are a store, or its beginning. Other programs have folders of the same names too. */
async function isStore(directory: string, names: readonly string[]): Promise<boolean> {
  if (holdsStore(names)) return true;
  // Making a store begins with the lock. The process may still make it, or may have been killed.
  const own = names.filter((name) => !name.endsWith('.next'));
  if (own.some((name) => name !== LOCK)) return false;
  return (await namesIn(join(directory, LOCK))).every((file) => LEVEL_FILE.test(file));
}
