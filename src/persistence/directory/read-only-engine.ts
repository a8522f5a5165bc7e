import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../core/shared/clock.js';
import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue } from '../engine.js';
import { DirectoryProblem, openingError } from './directory-failure.js';
import { describeLosses, readJournal, type JournalContent } from './journal.js';
import { importClassicLevel } from './level.js';
import { NO_FACTS, readStoreFile, type StoreFacts } from './store-file.js';
import { createDamagedNames, holdsStore, namesIn, refuseSpecialFiles } from './store-folder.js';
import { CACHE, ValueCache } from './value-cache.js';

/** A store that is written meanwhile changes its set of files every few megabytes. */
const ATTEMPTS = 8;

/** The files of LevelDB that hold values. */
const VALUE_FILE = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb))$/;

/**
 * Reads a store, which another process may use meanwhile. Nothing is written to it. The journal is read into memory, and the
 * cache is copied to the directory for temporary files, since LevelDB opens only what it can lock. `close` removes the copy.
 *
 * @throws FleetError `storage`
 */
export async function openReadOnlyEngine(directory: string): Promise<StorageEngine> {
  try {
    await importClassicLevel();
    await refuseSpecialFiles(directory);
    if (!holdsStore(await namesIn(directory)))
      throw new DirectoryProblem('it holds no store; choose the directory that a fleet was saved to');
    const facts = (await readStoreFile(directory)) ?? NO_FACTS;
    const journal = await readSteadyJournal(directory, facts);
    return createReadOnlyEngine(directory, journal, await copyCache(directory, facts));
  } catch (error) {
    throw openingError(directory, error);
  }
}

/** Another process may rewrite the journal between the reading of its two files. */
async function readSteadyJournal(directory: string, facts: StoreFacts): Promise<JournalContent> {
  for (let attempt = 1; ; attempt++) {
    const content = await readJournal(directory, facts);
    const { lost, isRepaired } = content.merged;
    if (attempt === ATTEMPTS || (lost === 0 && !isRepaired)) return content;
  }
}

interface CacheCopy {
  readonly cache: ValueCache;
  /** Closes the copy and removes it. */
  remove(): Promise<void>;
}

/**
 * LevelDB only appends to logs and manifests, and never changes a table. If the set of files is the same before and after
 * the copying, the copy is what a crash would have left: the state of a moment. Its head describes all its values, so a copy
 * of different moments would be found out.
 */
async function copyCache(directory: string, { batch }: StoreFacts): Promise<CacheCopy> {
  for (let attempt = 1; ; attempt++) {
    const path = await mkdtemp(join(tmpdir(), 'fleetglass-'));
    const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
    try {
      const isSteady = await copyValues(join(directory, CACHE), join(path, CACHE));
      if (!isSteady && attempt === ATTEMPTS)
        throw new DirectoryProblem('another process changes it all the time; try again later');
      const options = { directory: path, batch, damagedName: createDamagedNames(systemClock.now()) };
      const cache = isSteady ? await ValueCache.open(options) : undefined;
      if (cache !== undefined && (cache.losses.length === 0 || attempt === ATTEMPTS))
        return { cache, remove: () => cache.close().then(remove) };
      await cache?.close();
      await remove();
    } catch (error) {
      await remove();
      throw error;
    }
  }
}

/** @returns whether the files are of one moment */
async function copyValues(from: string, to: string): Promise<boolean> {
  const before = await setOfFiles(from);
  await mkdir(to, { mode: 0o700 });
  try {
    for (const name of before.names) await copyFile(join(from, name), join(to, name));
  } catch {
    return false;
  }
  const after = await setOfFiles(from);
  return before.current === after.current && before.names.join() === after.names.join();
}

async function setOfFiles(path: string): Promise<{ readonly names: readonly string[]; readonly current: string }> {
  const names = (await namesIn(path)).filter((name) => VALUE_FILE.test(name)).toSorted();
  return { names, current: await readFile(join(path, 'CURRENT'), 'utf8').catch(() => '') };
}

function createReadOnlyEngine(directory: string, journal: JournalContent, { cache, remove }: CacheCopy): StorageEngine {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new StorageFailure('failed', `The directory ${directory} was opened with \`readOnly\`: no change is kept.`),
    );
  const values = [...journal.values].map(([key, text]) => ({ key, text }));
  return {
    isReadOnly: true,
    async *read(onLoss: (loss: EngineLoss) => void): AsyncGenerator<readonly StoredValue[]> {
      for (const loss of [...describeLosses(journal), ...cache.losses]) onLoss(loss);
      yield values;
      yield* cache.read();
    },
    write: refuse,
    clear: refuse,
    close: remove,
  };
}
