import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DirectoryEngine } from './directory-engine.js';
import { DirectoryProblem, openingError } from './directory-failure.js';
import { openEngine, type DirectoryEngineOptions } from './open-directory-engine.js';
import { COPY_NAMES, readStoreFile, refuseSpecialFiles, STORE_FILE, type CopyName } from './store-folder.js';

/** A store that is written meanwhile changes its set of files every few megabytes. */
const ATTEMPTS = 8;

/** The files of LevelDB that hold values. */
const VALUE_FILE = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb))$/;

/**
 * Opens a private copy of a store, which another process may use meanwhile. Nothing is written to the store. The copy is
 * in the directory for temporary files, and `close` removes it.
 *
 * LevelDB only appends to logs and manifests, and never changes a table. If the set of files is the same before and after
 * the copying, the copy is what a crash would have left: the state of a moment, which each opening can read. The head of
 * a copy describes all its values, so a copy of different moments would be found out.
 *
 * @throws FleetError `storage`
 */
export async function openPrivateCopy(directory: string, options: DirectoryEngineOptions): Promise<DirectoryEngine> {
  try {
    await refuseSpecialFiles(directory);
    if ((await readStoreFile(directory)) === undefined)
      throw new DirectoryProblem('it holds no store; choose the directory that a fleet was saved to');
    let problem: unknown;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const opened = await tryOpening(directory, attempt, options).catch((error: unknown) => {
        problem = error;
      });
      if (opened !== undefined) return opened;
    }
    throw problem;
  } catch (error) {
    throw openingError(directory, error);
  }
}

async function tryOpening(
  directory: string,
  attempt: number,
  options: DirectoryEngineOptions,
): Promise<DirectoryEngine | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'fleetglass-'));
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  try {
    const name = COPY_NAMES[attempt % COPY_NAMES.length] as CopyName;
    if (!(await copyValues(join(directory, name), join(path, 'a'))))
      throw new DirectoryProblem('another process changes it all the time; try again later');
    // The two copies of a running store are a moment apart, which the opening would take for damage.
    await cp(join(path, 'a'), join(path, 'b'), { recursive: true });
    await copyFile(join(directory, STORE_FILE), join(path, STORE_FILE));
    const engine = await openEngine(path, options);
    if (engine.losses.length === 0 || attempt === ATTEMPTS) return removedAtClose(engine, remove);
    await engine.close();
  } catch (error) {
    await remove();
    throw error;
  }
  await remove();
  return undefined;
}

function removedAtClose(engine: DirectoryEngine, remove: () => Promise<void>): DirectoryEngine {
  return {
    ...engine,
    async close() {
      try {
        await engine.close();
      } finally {
        await remove();
      }
    },
  };
}

/** @returns whether the files are of one moment */
async function copyValues(from: string, to: string): Promise<boolean> {
  const before = await setOfFiles(from);
  await mkdir(to, { mode: 0o700 });
  for (const name of before.names) {
    const isCopied = await copyFile(join(from, name), join(to, name)).then(
      () => true,
      () => false,
    );
    if (!isCopied) return false;
  }
  const after = await setOfFiles(from);
  return before.current === after.current && before.names.join() === after.names.join();
}

async function setOfFiles(path: string): Promise<{ readonly names: readonly string[]; readonly current: string }> {
  const names = (await readdir(path)).filter((name) => VALUE_FILE.test(name)).toSorted();
  return { names, current: await readFile(join(path, 'CURRENT'), 'utf8') };
}
