import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { StoredValue, StoredWrite } from '../engine.js';
import { goneError, identityOf, isSystemError, writingError, type DirectoryLoss } from './directory-failure.js';
import { DamagedLevel, namesIn, openLevel, type Level } from './level.js';
import { checksumOf, seal, type FileSums, type StoreFacts } from './store-file.js';

export const CACHE = 'cache';

/** The key of the number of the last batch. It sorts before the keys of values, which are JSON. */
const BATCH_KEY = '!';

const SLICE = 500;

export interface CacheOptions {
  readonly directory: string;
  /** The cache had at least this batch, and these files if LevelDB has not replaced them. */
  readonly known: Pick<StoreFacts, 'batch' | 'files' | 'isClosed'>;
  readonly damagedName: (name: string) => string;
}

/**
 * Keeps values that the next polls bring back, or that are only convenient, in one LevelDB database. Each value has a
 * checksum. If anything is damaged, the database is set aside, and an empty one takes its place: a damaged one can end the
 * process when LevelDB compacts it.
 */
export class ValueCache {
  readonly losses: DirectoryLoss[] = [];
  /** The checksums of the files by name. While the cache is open, they are those of its last close. */
  files: FileSums = {};
  readonly #options: CacheOptions;
  readonly #path: string;
  #level: Level | undefined;
  #identity: string | undefined;
  #batch = 0;
  /** Whether the opening has just checked all values. */
  #isChecked = true;
  #mustReopen = false;

  private constructor(options: CacheOptions) {
    this.#options = options;
    this.#path = join(options.directory, CACHE);
  }

  /** @throws DirectoryProblem, or an error of the system */
  static async open(options: CacheOptions): Promise<ValueCache> {
    const cache = new ValueCache(options);
    try {
      cache.files = options.known.files;
      await cache.#load();
    } catch (error) {
      await cache.close();
      throw error;
    }
    return cache;
  }

  get batch(): number {
    return this.#batch;
  }

  /** Reads all values as of the moment of the first `next`. @throws DamagedLevel, or an error of the system */
  async *read(): AsyncGenerator<readonly StoredValue[]> {
    const isChecked = this.#isChecked;
    this.#isChecked = false;
    for await (const entries of readEntries(await this.#reopenIfFailed(), isChecked))
      yield entries.map(([key, sealed]) => ({ key: JSON.parse(key) as string, text: sealed.slice(8) }));
  }

  /** Applies all writes or none. A crash of the system can lose them. @throws StorageFailure */
  async write(writes: readonly StoredWrite[]): Promise<void> {
    try {
      const level = await this.#reopenIfFailed();
      const batch = level.batch();
      for (const write of writes) {
        const key = JSON.stringify(write.key);
        if (write.text === undefined) batch.del(key);
        else batch.put(key, seal(key, write.text));
      }
      batch.put(BATCH_KEY, sealBatch(this.#batch + 1));
      this.#mustReopen = true;
      await batch.write();
      // LevelDB reports a file that it cannot find as success.
      await this.checkPresence();
      this.#batch += 1;
      this.#mustReopen = false;
    } catch (error) {
      await this.checkPresence();
      throw writingError(this.#options.directory, error);
    }
  }

  async clear(): Promise<void> {
    const level = await this.#reopenIfFailed();
    const keys = await level.keys({ gt: BATCH_KEY }).all();
    await this.write(keys.map((key) => ({ key: JSON.parse(key) as string })));
  }

  /** @throws StorageFailure if the files are no longer in their places. */
  async checkPresence(): Promise<void> {
    if (this.#identity !== undefined && (await identityOf(this.#lockPath)) !== this.#identity)
      throw goneError(this.#options.directory);
  }

  /** Makes everything durable, and closes the database. Never rejects. */
  async close(): Promise<void> {
    if (this.#batch > this.#options.known.batch && !this.#mustReopen)
      await this.#level?.put(BATCH_KEY, sealBatch(this.#batch), { sync: true }).catch(() => {});
    await this.#level?.close().catch(() => {});
    this.#level = undefined;
    // LevelDB never gives the name of such a file to another one, and changes none after the close.
    const names = await namesIn(this.#path).catch(() => []);
    const kept = names.filter((name) => /^(?:\d+\.(?:ldb|log)|MANIFEST-\d+)$/.test(name));
    const sums: FileSums = await sumFiles(this.#path, kept).catch(() => ({}));
    // The opening has checked the sums of earlier processes. A file that has another sum now was damaged since.
    const checked = Object.entries(this.files).filter(([name]) => name in sums);
    this.files = { ...sums, ...Object.fromEntries(checked) };
  }

  /** LevelDB loses later batches after one that it could not write. */
  async #reopenIfFailed(): Promise<Level> {
    if (this.#level !== undefined && !this.#mustReopen) return this.#level;
    await this.#level?.close();
    this.#level = undefined;
    const level = await openLevel(this.#path);
    this.#level = level;
    // The failed batch may be stored all the same.
    this.#batch = await readBatch(level);
    this.#mustReopen = false;
    return level;
  }

  /** Opens the database and checks it. Sets a damaged database aside. */
  async #load(): Promise<void> {
    try {
      const { isClosed, batch } = this.#options.known;
      const sums = await sumFiles(this.#path, Object.keys(this.files));
      const damaged = Object.keys(sums).find((name) => sums[name] !== this.files[name]);
      // LevelDB does not check its tables, and a damaged one can end the process when LevelDB reads or compacts it.
      if (damaged !== undefined) throw new DamagedLevel(`the file ${damaged} is damaged`);
      this.#level = await openLevel(this.#path);
      this.#identity = await identityOf(this.#lockPath);
      this.#batch = await readBatch(this.#level);
      if (this.#batch < batch) throw new DamagedLevel('the newest values are missing');
      // After a clean close the checksums of the files cover all values.
      if (!isClosed || this.#batch > batch) await checkAll(this.#level);
    } catch (error) {
      if (!(error instanceof DamagedLevel)) throw error;
      await this.#replace();
    }
  }

  async #replace(): Promise<void> {
    await this.#level?.close();
    this.#level = undefined;
    const name = this.#options.damagedName(CACHE);
    await rename(this.#path, join(this.#options.directory, name));
    this.losses.push({
      message: 'The last records, transitions and reported usage are lost: the database that held them is damaged.',
      keptAs: [name],
    });
    this.#level = await openLevel(this.#path);
    this.#identity = await identityOf(this.#lockPath);
    this.files = {};
    this.#batch = Math.max(this.#batch, this.#options.known.batch);
    // Without room, the next opening reports the loss again.
    await this.#level.put(BATCH_KEY, sealBatch(this.#batch), { sync: true }).catch(() => (this.#mustReopen = true));
  }

  /** LevelDB holds its lock file open, so no other file gets its inode. */
  get #lockPath(): string {
    return join(this.#path, 'LOCK');
  }
}

/** The checksums of the files, without absent files. LevelDB removes files of an earlier process, and never changes them. */
async function sumFiles(path: string, names: readonly string[]): Promise<FileSums> {
  const sums: [string, string][] = [];
  for (const name of names) {
    const content = await readFile(join(path, name)).catch(() => undefined);
    if (content !== undefined) sums.push([name, crc32(content).toString(16)]);
  }
  return Object.fromEntries(sums);
}

/** @throws DamagedLevel if a value is damaged. */
async function checkAll(level: Level): Promise<void> {
  try {
    for await (const _ of readEntries(level));
  } catch (error) {
    throw isSystemError(error) ? error : new DamagedLevel((error as Error).message);
  }
}

type SealedEntry = readonly [key: string, sealed: string];

/** Reads all values as of one moment, in slices: the texts of 100,000 records would fill the memory. */
async function* readEntries(level: Level, isChecked = false): AsyncGenerator<readonly SealedEntry[]> {
  const iterator = level.iterator({ gt: BATCH_KEY, highWaterMarkBytes: 1024 * 1024 });
  const readNext = (): Promise<[string, string][]> => {
    const next = iterator.nextv(SLICE);
    next.catch(() => {});
    return next;
  };
  try {
    // LevelDB reads the next entries while these are used.
    for (let next = readNext(); ;) {
      const entries = await next;
      if (entries.length === 0) return;
      next = readNext();
      if (!isChecked && !entries.every(isUndamaged)) throw new DamagedLevel('a value is damaged');
      yield entries;
    }
  } finally {
    await iterator.close();
  }
}

const isUndamaged = ([key, sealed]: SealedEntry): boolean => sealed.startsWith(checksumOf(sealed.slice(8), key));

const sealBatch = (batch: number): string => seal(BATCH_KEY, JSON.stringify({ batch }));

/** The number of the last batch. @throws DamagedLevel */
async function readBatch(level: Level): Promise<number> {
  const sealed = (await level.get(BATCH_KEY)) ?? sealBatch(0);
  if (!isUndamaged([BATCH_KEY, sealed])) throw new DamagedLevel('the number of the last batch is damaged');
  return (JSON.parse(sealed.slice(8)) as { readonly batch: number }).batch;
}
