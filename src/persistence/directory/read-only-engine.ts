import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
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
 * Opens a private copy of a store, which another process may use meanwhile. Nothing is written to the store. The copy
 * is in the directory for temporary files, and `close` removes it. @throws FleetError `storage`
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

/** @returns `undefined` if a write at the same time may have damaged the copy, and this is not the last attempt */
async function openCopy(directory: string, isLast: boolean): Promise<StorageEngine | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'fleetglass-')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new DirectoryProblem(`it cannot be copied to ${tmpdir()}, the directory for temporary files (${code})`);
  });
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  try {
    const { isOfOneMoment, isUnchanged } = await copyFiles(directory, path);
    const engine = isOfOneMoment ? await openEngine(path, { hasCache: true, isCopy: true }) : undefined;
    if (engine !== undefined && (engine.losses.length === 0 || isUnchanged || isLast)) {
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
 * Copies the files that hold values. LevelDB only appends to logs and manifests, and never changes a table. If the set of its
 * files is the same before and after the copying, the copy is the state of one moment, as a crash would have left it.
 */
async function copyFiles(from: string, to: string) {
  const before = await versionsOf(from);
  await mkdir(join(to, CACHE), { mode: 0o700 });
  for (const name of before.keys()) await ifPresent(copyFile(join(from, name), join(to, name)));
  const after = await versionsOf(from);
  const current = join(CACHE, 'CURRENT');
  return {
    isOfOneMoment: [...before.keys()].join() === [...after.keys()].join() && before.get(current) === after.get(current),
    isUnchanged: [...before].join() === [...after].join(),
  };
}

/** The files in the order of copying, each with facts that every change of the file changes. */
async function versionsOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const cached = (await namesIn(join(directory, CACHE))).filter((name) => VALUE_FILE.test(name)).toSorted();
  // The second file of a journal never has more lines than the first one, so the second one is copied first.
  const names = [STORE_FILE, ...JOURNAL_FILES.toReversed(), ...cached.map((name) => join(CACHE, name))];
  const versions = new Map<string, string>();
  for (const name of names) {
    const facts = await ifPresent(stat(join(directory, name), { bigint: true }));
    if (facts !== undefined) versions.set(name, `${facts.ino} ${facts.size} ${facts.mtimeNs}`);
  }
  return versions;
}
