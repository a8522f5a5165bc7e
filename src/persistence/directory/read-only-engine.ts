import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageFailure, type StorageEngine } from '../engine.js';
import { openEngine, type DirectoryEngineOptions } from './directory-engine.js';
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
export async function openReadOnlyEngine(directory: string, options: DirectoryEngineOptions): Promise<StorageEngine> {
  try {
    if (!holdsStore(await namesIn(directory)))
      throw new DirectoryProblem('it holds no store; choose the directory that a fleet was saved to');
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const engine = await openCopy(directory, options, attempt === ATTEMPTS);
      if (engine !== undefined) return engine;
    }
    throw new DirectoryProblem('another process changes it all the time; try again later');
  } catch (error) {
    throw openingError(directory, error);
  }
}

/** @returns `undefined` if the copy is damaged, which a write at the same time can cause, and this is not the last attempt */
async function openCopy(
  directory: string,
  options: DirectoryEngineOptions,
  isLast: boolean,
): Promise<StorageEngine | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'fleetglass-')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new DirectoryProblem(`it cannot be copied to ${tmpdir()}, the directory for temporary files (${code})`);
  });
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  try {
    // The second file of a journal never has more lines than the first one, so the second one is copied first.
    for (const name of [STORE_FILE, ...JOURNAL_FILES.toReversed()])
      await ifPresent(copyFile(join(directory, name), join(path, name)));
    const isSteady = await copyCache(join(directory, CACHE), join(path, CACHE));
    const engine = isSteady ? await openEngine(path, options) : undefined;
    if (engine !== undefined && (engine.losses.length === 0 || isLast)) {
      const refuse = (): Promise<never> =>
        Promise.reject(
          new StorageFailure('failed', `The directory ${directory} was opened with \`readOnly\`: no change is kept.`),
        );
      return {
        isReadOnly: true,
        // The last sentence may name a file that only the copy has.
        read: (onLoss) =>
          engine.read((loss) => onLoss({ ...loss, message: loss.message.replace(/ \w+ \w+ kept as .*/, '') })),
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
 * LevelDB only appends to logs and manifests, and never changes a table. If the set of files is the same before and after
 * the copying, the copy is what a crash would have left: the state of a moment.
 *
 * @returns whether the files are of one moment
 */
async function copyCache(from: string, to: string): Promise<boolean> {
  const before = await setOfFiles(from);
  await mkdir(to, { mode: 0o700 });
  for (const name of before.names) await ifPresent(copyFile(join(from, name), join(to, name)));
  const after = await setOfFiles(from);
  return before.current === after.current && before.names.join() === after.names.join();
}

async function setOfFiles(path: string): Promise<{ readonly names: readonly string[]; readonly current: string }> {
  const names = (await namesIn(path)).filter((name) => VALUE_FILE.test(name)).toSorted();
  return { names, current: await readFile(join(path, 'CURRENT'), 'utf8').catch(() => '') };
}
