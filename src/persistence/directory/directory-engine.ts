import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createSequence } from '../../core/shared/sequence.js';
import { claimPlace } from '../claim-place.js';
import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue, type StoredWrite } from '../engine.js';
import { isIrreplaceable } from '../stored-values.js';
import { DirectoryInUse, openingError, readingError } from './directory-failure.js';
import { Journal } from './journal.js';
import { importClassicLevel, lockDirectory } from './level.js';
import { restrictFolder } from './private-directory.js';
import { createPresenceCheck, NO_FACTS, readStoreFile, writeStoreFile, type OpeningOptions } from './store-file.js';
import { createDamagedNames, LOCK, prepareStoreFolder } from './store-folder.js';
import { SLICE, ValueCache } from './value-cache.js';

interface DirectoryEngineOptions extends Pick<OpeningOptions, 'isCopy'> {
  /**
   * Whether replaceable values go to a cache, which is not synced, and is lost as a whole if it is damaged.
   *
   * @default false: all values go to the journal
   */
  readonly hasCache?: boolean | undefined;
}

/**
 * Opens the storage engine in a directory. No other engine can open it until this engine is closed. Makes an absent
 * directory.
 *
 * @throws FleetError with the code `in-use` or `storage`.
 */
export function openDirectoryEngine(directory: string, options?: DirectoryEngineOptions): Promise<DirectoryEngine> {
  return openEngine(directory, options).catch((error: unknown) => {
    throw openingError(directory, error);
  });
}

/** Opens the engine as {@link openDirectoryEngine} does, but throws the errors of the system, of LevelDB and of the engine. */
export async function openEngine(directory: string, options: DirectoryEngineOptions = {}): Promise<DirectoryEngine> {
  await importClassicLevel();
  await prepareStoreFolder(directory);
  // Without symbolic links, the path stays the same when a link or the working directory changes.
  const path = await realpath(directory);
  // LevelDB distinguishes the stores of a process by the path only, and a second attempt to open a directory drops its lock.
  // The inode finds the directory under other names, such as a bind mount. The path stays claimed when the directory is
  // removed and made again: the first store may still write there.
  const { dev, ino } = await stat(path, { bigint: true });
  const release = claimPlace([path, `${dev}:${ino}`]);
  if (release === undefined) throw new DirectoryInUse();
  const closers: (() => unknown)[] = [release];
  try {
    return new DirectoryEngine({ path, release, ...(await openFiles(path, closers, options)) });
  } catch (error) {
    for (const close of closers.toReversed()) await close();
    throw error;
  }
}

/** @param closers gets a function for everything that is opened. */
async function openFiles(directory: string, closers: (() => unknown)[], { hasCache, isCopy }: DirectoryEngineOptions) {
  const lock = await lockDirectory(join(directory, LOCK));
  closers.push(() => lock.close());
  await restrictFolder(directory);
  const facts = await readStoreFile(directory);
  const known = facts ?? NO_FACTS;
  // LevelDB holds this file open.
  const checkPresence = await createPresenceCheck(directory, join(LOCK, 'LOCK'));
  const opening = { directory, known, checkPresence, isCopy, damagedName: createDamagedNames() };
  const journal = await Journal.open(opening);
  closers.push(() => journal.close());
  const cache = hasCache ? await ValueCache.open(opening) : undefined;
  if (cache !== undefined) closers.push(() => cache.close());
  // A process that was killed while it made the store has not written the file yet.
  const isNew = facts === undefined && journal.position.line === 0;
  const written = { ...known, ...journal.position, tables: cache?.tables ?? {}, isClosed: false };
  if (isNew) await writeStoreFile(directory, written);
  // A full disk must not prevent reading.
  else if (JSON.stringify(facts) !== JSON.stringify(written)) await writeStoreFile(directory, written).catch(() => {});
  const losses: EngineLoss[] = [...journal.losses];
  if (facts === undefined && !isNew)
    losses.push({ message: 'The file STORE was missing or damaged. Nothing is lost.', repaired: true });
  if (cache !== undefined) losses.push(...cache.losses);
  return { lock, journal, cache, losses };
}

interface EngineParts extends Awaited<ReturnType<typeof openFiles>> {
  readonly path: string;
  readonly release: () => void;
}

/** Stores irreplaceable values in a journal, and all others in a cache, if there is one. */
export class DirectoryEngine implements StorageEngine {
  readonly #parts: EngineParts;
  /** Runs the tasks of the cache. */
  readonly #inOrder = createSequence();
  #closing: Promise<void> | undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  get values(): ReadonlyMap<string, string> {
    return this.#parts.journal.values;
  }

  /** The damage that the opening has found, until `read` reports it. */
  get losses(): readonly EngineLoss[] {
    return this.#parts.losses;
  }

  /** Reports the damage of the opening at once. The values of the journal come first. */
  read(onLoss: (loss: EngineLoss) => void): AsyncGenerator<readonly StoredValue[]> {
    this.#parts.losses.splice(0).forEach(onLoss);
    return this.#readValues();
  }

  async *#readValues(): AsyncGenerator<readonly StoredValue[]> {
    this.#refuseIfClosed();
    const { path, cache } = this.#parts;
    const values = [...this.values].map(([key, text]) => ({ key, text }));
    for (let start = 0; start < values.length; start += SLICE) yield values.slice(start, start + SLICE);
    if (cache === undefined) return;
    this.#refuseIfClosed();
    try {
      // Not beside a write: both could open the database again.
      yield* await this.#inOrder(() => cache.read());
    } catch (error) {
      throw readingError(path, error);
    }
  }

  async write(writes: readonly StoredWrite[]): Promise<void> {
    this.#refuseIfClosed();
    const { journal, cache } = this.#parts;
    if (cache === undefined) return journal.write(writes);
    const cached = writes.filter(({ key }) => !isIrreplaceable(key));
    const kept = journal.write(writes.filter(({ key }) => isIrreplaceable(key)));
    if (cached.length === 0) return kept;
    // `kept` is awaited below, after the earlier tasks of the cache. Until then, its rejection would end the process.
    kept.catch(() => {});
    await this.#inOrder(async () => {
      // The journal first: after a crash, the restore ignores a record without an id, and polls bring a lost record back.
      await kept;
      await cache.write(cached);
    });
  }

  async clear(): Promise<void> {
    this.#refuseIfClosed();
    const { journal, cache } = this.#parts;
    await journal.write([...this.values.keys()].map((key) => ({ key })));
    await this.#inOrder(async () => cache?.clear());
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#inOrder(() => this.#close()));
  }

  async #close(): Promise<void> {
    const { path, release, lock, journal, cache } = this.#parts;
    const isPresent = await journal.checkPresence().then(
      () => true,
      () => false,
    );
    await journal.close();
    await cache?.close();
    const facts = { ...journal.position, batch: cache?.batch ?? 0, tables: cache?.tables ?? {}, isClosed: true };
    // Without this file, the next opening may not notice a loss.
    if (isPresent) await writeStoreFile(path, facts).catch(() => {});
    await lock.close().catch(() => {});
    release();
  }

  #refuseIfClosed(): void {
    if (this.#closing !== undefined)
      throw new StorageFailure('failed', `The store in the directory ${this.#parts.path} is closed.`);
  }
}
