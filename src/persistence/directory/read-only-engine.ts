import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageFailure, type StorageEngine } from '../engine.js';
import { openEngine } from './directory-engine.js';
import { DirectoryProblem, ifPresent, openingError } from './directory-failure.js';
import { JOURNAL_FILES } from './journal.js';
import { STORE_FILE } from './store-file.js';
import { namesIn } from './level.js';
import { holdsStore } from './store-folder.js';
import { CACHE } from './value-cache.js';

/** While another process writes to the store, its set of files changes every few megabytes. */
const ATTEMPTS = 8;

/** The files of LevelDB that hold values. */
const VALUE_FILE = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb))$/;

/**
 * Opens a private copy of a store, which another process may use meanwhile. Nothing is written to the store. The copy is in
 * the directory for temporary files, and `close` removes it.
 *
 * @throws FleetError `storage`
 */
export async function openReadOnlyEngine(directory: string): Promise<StorageEngine> {
  try {
    if (!holdsStore(await namesIn(directory)))
      throw new DirectoryProblem('it holds no store; choose the directory that a fleet was saved to');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const engine = await openCopy(directory, attempt === ATTEMPTS);
      if (engine !== undefined) return engine;
    }
    throw new DirectoryProblem('another process changes it all the time; try again later');
  } catch (error) {
    throw openingError(directory, error);
  }
}

/** @returns `undefined` if a write at the same time may have damaged the copy. The last attempt returns damage too */
async function openCopy(directory: string, isLast: boolean): Promise<StorageEngine | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'fleetglass-')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new DirectoryProblem(`it cannot be copied to ${tmpdir()}, the directory for temporary files (${code})`);
  });
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  try {
    const isOfOneMoment = await copyFiles(directory, path);
    const engine = isOfOneMoment ? await openEngine(path, { hasCache: true, isCopy: true }) : undefined;
    if (engine !== undefined && (engine.losses.length === 0 || isLast)) {
      const refuse = (): Promise<never> =>
        Promise.reject(
          new StorageFailure('failed', `The directory ${directory} was opened with \`readOnly\`: no change is kept.`),
        );
      return {
        isReadOnly: true,
        read: (onLoss) => engine.read(onLoss),
        write: refuse,
        clear: refuse,
        async close() {
          try {
            await engine.close();
          } finally {
            await remove();
          }
        },
      };
    }
    await engine?.close();
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return undefined;
}

/**
 * Copies the files that hold values. LevelDB only appends to logs and manifests, and never changes a table.
 *
 * @returns whether the files were the same before and after the copying. Then the copy is the state of one moment, as a
 *   crash would have left it
 */
async function copyFiles(from: string, to: string): Promise<boolean> {
  const before = await filesIn(from);
  await mkdir(join(to, CACHE), { mode: 0o700 });
  for (const name of before) await ifPresent(copyFile(join(from, name), join(to, name)));
  return before.join() === (await filesIn(from)).join();
}

/** The files in the order of copying. */
async function filesIn(directory: string): Promise<readonly string[]> {
  const names = await namesIn(directory);
  const cached = (await namesIn(join(directory, CACHE))).filter((name) => VALUE_FILE.test(name)).toSorted();
  // The second file of a journal never has more lines than the first one, so the second one is copied first.
  const kept = [STORE_FILE, ...JOURNAL_FILES.toReversed()].filter((name) => names.includes(name));
  return [...kept, ...cached.map((name) => join(CACHE, name))];
}
