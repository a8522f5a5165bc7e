import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { EngineLoss, StoredValue, StoredWrite } from '../engine.js';
import { isSystemError, writingError } from './directory-failure.js';
import { DamagedLevel, namesIn, openLevel, type Level } from './level.js';
import { checksumOf, seal, type OpeningOptions, type TableSums } from './store-file.js';

export const CACHE = 'cache';

/** Describes all values of the cache. Each batch replaces it together with the values, so that a scan notices missing values. */
interface Head {
  readonly batch: number;
  readonly count: number;
  /** The sum of the checksums of all values, modulo 2^32. */
  readonly sum: number;
}

/** Sorts before the keys of values, which are JSON. */
const HEAD_KEY = '!';

const EMPTY: Head = { batch: 0, count: 0, sum: 0 };

/** How many values are read at once. */
export const SLICE = 500;

/**
 * Keeps values that the next polls bring back, or that are only convenient, in one LevelDB database. Each value has a
 * checksum. If anything is damaged, the database is set aside, and an empty database takes its place: LevelDB can end
 * the process when it compacts a damaged database.
 */
export class ValueCache {
  readonly losses: EngineLoss[] = [];
  /** The checksums of tables, logs and manifest by name, as of the last close of the cache. */
  tables: TableSums;
  readonly #options: OpeningOptions;
  readonly #path: string;
  #level: Level | undefined;
  #head: Head = EMPTY;
  /** Whether the opening has just checked all values. */
  #isChecked = true;
  #mustReopen = false;

  private constructor(options: OpeningOptions) {
    this.#options = options;
    this.#path = join(options.directory, CACHE);
    this.tables = options.known.tables;
  }

  /** @throws DirectoryProblem, or an error of the system */
  static async open(options: OpeningOptions): Promise<ValueCache> {
    const cache = new ValueCache(options);
    await cache.#load().catch(async (error: unknown) => {
      await cache.close();
      throw error;
    });
    return cache;
  }

  get batch(): number {
    return this.#head.batch;
  }

  /** Opens a reading of all values as of its first `next`, which throws DamagedLevel, or an error of the system. */
  async read(): Promise<AsyncGenerator<readonly StoredValue[]>> {
    const level = await this.#reopenIfFailed();
    const isChecked = this.#isChecked;
    this.#isChecked = false;
    return readValues(level, isChecked);
  }

  /** Applies all writes or none. A crash of the system can lose them. @throws StorageFailure */
  async write(writes: readonly StoredWrite[]): Promise<void> {
    try {
      const level = await this.#reopenIfFailed();
      const last = new Map(writes.map(({ key, text }) => [JSON.stringify(key), text]));
      const replaced = (await level.getMany([...last.keys()])).filter((sealed) => sealed !== undefined);
      const operations = Array.from(last, ([key, text]) =>
        text === undefined ? ({ type: 'del', key } as const) : ({ type: 'put', key, value: seal(key, text) } as const),
      );
      const added = operations.flatMap((each) => (each.type === 'put' ? [each.value] : []));
      const head = {
        batch: this.#head.batch + 1,
        count: this.#head.count + added.length - replaced.length,
        sum: (this.#head.sum + totalOf(added) - totalOf(replaced)) >>> 0,
      };
      this.#mustReopen = true;
      await level.batch([...operations, { type: 'put', key: HEAD_KEY, value: sealHead(head) }]);
      // LevelDB reports a file that it cannot find as success.
      await this.#options.checkPresence();
      this.#head = head;
      this.#mustReopen = false;
    } catch (error) {
      await this.#options.checkPresence();
      throw writingError(this.#options.directory, error);
    }
  }

  async clear(): Promise<void> {
    const level = await this.#reopenIfFailed();
    const keys = (await level.keys().all()).filter((key) => key !== HEAD_KEY);
    await this.write(keys.map((key) => ({ key: JSON.parse(key) as string })));
  }

  /** Makes everything durable, and closes the database. Never rejects. */
  async close(): Promise<void> {
    if (this.#head.batch > this.#options.known.batch && !this.#mustReopen)
      await this.#level?.put(HEAD_KEY, sealHead(this.#head), { sync: true }).catch(() => {});
    const tables = this.#level?.status === 'open' ? tablesOf(this.#level) : new Set<string>();
    await this.#level?.close().catch(() => {});
    this.#level = undefined;
    // LevelDB never uses the name of such a file again, and changes no file after the close.
    const names = await namesIn(this.#path).catch(() => []);
    const kept = names.filter((name) => tables.has(name) || /^(?:\d+\.log|MANIFEST-\d+)$/.test(name));
    const sums: TableSums = await sumTables(this.#path, kept).catch(() => ({}));
    // The opening has checked the sums of earlier processes. A file that has another sum now was damaged since.
    const checked = Object.entries(this.tables).filter(([name]) => name in sums);
    this.tables = { ...sums, ...Object.fromEntries(checked) };
  }

  /** After a batch that LevelDB could not write, it loses later batches. */
  async #reopenIfFailed(): Promise<Level> {
    if (this.#level !== undefined && !this.#mustReopen) return this.#level;
    await this.#level?.close();
    this.#level = undefined;
    const level = await openLevel(this.#path);
    this.#level = level;
    // The failed batch may be stored anyway.
    this.#head = readHead(await level.get(HEAD_KEY));
    this.#mustReopen = false;
    return level;
  }

  /** Opens the database and checks it. Sets a damaged database aside. */
  async #load(): Promise<void> {
    const { isClosed, batch } = this.#options.known;
    try {
      const sums = await sumTables(this.#path, Object.keys(this.tables));
      const damaged = Object.keys(sums).find((name) => sums[name] !== this.tables[name]);
      // LevelDB does not check its tables, and can end the process when it reads or compacts a damaged table.
      if (damaged !== undefined) throw new DamagedLevel(`the file ${damaged} is damaged`);
      const level = await openLevel(this.#path);
      this.#level = level;
      // After a clean close the checksums of the files cover all values. Otherwise each value is checked.
      const closed = isClosed ? readHead(await level.get(HEAD_KEY)) : undefined;
      const head = closed?.batch === batch ? closed : await checkAll(level);
      if (head.batch < batch) throw new DamagedLevel('the newest values are missing', head.count);
      this.#head = head;
    } catch (error) {
      if (!(error instanceof DamagedLevel)) throw error;
      await this.#replace(error);
    }
  }

  async #replace({ count }: DamagedLevel): Promise<void> {
    await this.#level?.close();
    this.#level = undefined;
    const { directory, isCopy, damagedName } = this.#options;
    const name = damagedName(CACHE);
    await rename(this.#path, join(directory, name));
    const place = isCopy ? '' : ` It is kept as ${name}.`;
    const values = count === undefined ? '' : ` (values: ${count})`;
    this.losses.push({
      message: `The last records, transitions and reported usage are lost${values}: the database that held them is damaged.${place}`,
      ...(count !== undefined && { count }),
    });
    this.#level = await openLevel(this.#path);
    this.tables = {};
    this.#head = { ...EMPTY, batch: Math.max(this.#head.batch, this.#options.known.batch) };
    // Without room, the next opening reports the loss again.
    await this.#level.put(HEAD_KEY, sealHead(this.#head), { sync: true }).catch(() => (this.#mustReopen = true));
  }
}

/**
 * The names of the tables of a database. An interrupted compaction leaves other tables in the folder, whose names
 * LevelDB gives to new tables.
 */
function tablesOf(level: Level): ReadonlySet<string> {
  const listed = level.getProperty('leveldb.sstables').matchAll(/^ (\d+):\d+\[/gm);
  return new Set(Array.from(listed, ([, number = '']) => `${number.padStart(6, '0')}.ldb`));
}

/** The checksums of the files, without absent files. LevelDB removes files of an earlier process, and never changes them. */
async function sumTables(path: string, names: readonly string[]): Promise<TableSums> {
  const sums: [string, string][] = [];
  for (const name of names) {
    const content = await readFile(join(path, name)).catch(() => undefined);
    if (content !== undefined) sums.push([name, crc32(content).toString(16)]);
  }
  return Object.fromEntries(sums);
}

/** @throws DamagedLevel unless all values are there and undamaged. */
async function checkAll(level: Level): Promise<Head> {
  let head = EMPTY;
  let count = 0;
  let sum = 0;
  try {
    for await (const entries of readEntries(level)) {
      for (const [key, sealed] of entries) {
        if (key === HEAD_KEY) head = readHead(sealed);
        else {
          count += 1;
          sum = (sum + sumOf(sealed)) >>> 0;
        }
      }
    }
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new DamagedLevel((error as Error).message, head === EMPTY ? undefined : head.count);
  }
  if (count !== head.count || sum !== head.sum)
    throw new DamagedLevel('values are missing', Math.max(count, head.count));
  return head;
}

async function* readValues(level: Level, isChecked: boolean): AsyncGenerator<readonly StoredValue[]> {
  for await (const entries of readEntries(level, isChecked))
    yield entries
      .filter(([key]) => key !== HEAD_KEY)
      .map(([key, sealed]) => ({ key: JSON.parse(key) as string, text: sealed.slice(8) }));
}

type SealedEntry = readonly [key: string, sealed: string];

/** Reads all values as of one moment, in slices: the texts of 100,000 records would fill the memory. */
async function* readEntries(level: Level, isChecked = false): AsyncGenerator<readonly SealedEntry[]> {
  const iterator = level.iterator({ highWaterMarkBytes: 1024 * 1024 });
  const readNext = (): Promise<[string, string][]> => {
    const next = iterator.nextv(SLICE);
    next.catch(() => {});
    return next;
  };
  const isUndamaged = ([key, sealed]: SealedEntry): boolean => sealed.startsWith(checksumOf(sealed.slice(8), key));
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

function sealHead(head: Head): string {
  return seal(HEAD_KEY, JSON.stringify(head));
}

function readHead(sealed: string | undefined): Head {
  return sealed === undefined ? EMPTY : (JSON.parse(sealed.slice(8)) as Head);
}

function sumOf(sealed: string): number {
  return Number.parseInt(sealed.slice(0, 8), 16);
}

function totalOf(values: readonly string[]): number {
  return values.reduce((total, sealed) => total + sumOf(sealed), 0);
}
