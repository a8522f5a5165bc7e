import { readFile, stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import type { ClassicLevel } from 'classic-level';
import { DirectoryInUse, DirectoryProblem, isSystemError } from './directory-failure.js';
import type { CopyContents } from './merge-copies.js';
import { restrictFolder } from './private-directory.js';
import {
  addChecksum,
  fromLevelKey,
  HEAD_KEY,
  sealHead,
  toLevelKey,
  checkValue,
  unsealHead,
  type Head,
} from './sealed-values.js';

/** Sealed values by their keys. `undefined` deletes a value. */
export type Changes = ReadonlyMap<string, string | undefined>;

/** One of the two copies of a store: a LevelDB database in a folder of its own. */
export interface LevelCopy {
  readonly path: string;
  /** Whether LevelDB has dropped damaged batches of its log while it opened. */
  readonly hasDropped: boolean;
  /** `undefined` if the head is damaged or absent. */
  readHead(): Promise<Head | undefined>;
  /** Reads and checks all values. Without texts, it returns only their checksums. */
  read(options?: { readonly texts: boolean }): Promise<CopyContents>;
  /** The sealed values of some keys. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Applies all changes and the head, or none. They are on the disk when the promise resolves. */
  apply(changes: Changes, head: Head | undefined): Promise<void>;
  /** Whether the folder is still the one that was opened. */
  isPresent(): Promise<boolean>;
  close(): Promise<void>;
}

/** A copy cannot be opened because its files are damaged. */
export class DamagedCopy extends Error {}

/** Values of about this size are read or written between two turns of the event loop. */
export const SLICE_BYTES = 128 * 1024;
const SLICE_VALUES = 500;

/**
 * Opens a copy.
 *
 * @param isNew makes the database. Otherwise the folder must hold one: LevelDB deletes all files of a database whose
 *   file CURRENT is missing, if it may make a new one.
 * @throws DamagedCopy if its files are damaged, DirectoryInUse if another process uses them.
 */
export async function openCopy(path: string, { isNew }: { readonly isNew: boolean }): Promise<LevelCopy> {
  const { ClassicLevel } = await importClassicLevel();
  // LevelDB reports a missing folder as success, and its first use then ends the process.
  if (!isNew && (await identityOf(path, 'CURRENT')) === undefined) throw new DamagedCopy('the file CURRENT is missing');
  const level = new ClassicLevel<string, string>(path, { createIfMissing: isNew });
  try {
    await level.open();
  } catch (error) {
    throw asOpeningError(error);
  }
  await restrictFolder(path);
  return createCopy(level, path, await hasDroppedBatches(path), await identityOf(path, 'LOCK'));
}

function asOpeningError(error: unknown): unknown {
  const cause = (error as Error).cause ?? error;
  if ((cause as NodeJS.ErrnoException).code === 'LEVEL_LOCKED') return new DirectoryInUse();
  return isSystemError(cause) ? cause : new DamagedCopy((cause as Error).message);
}

/** LevelDB drops batches that it cannot read, and reports this only in its log, which each opening replaces. */
async function hasDroppedBatches(path: string): Promise<boolean> {
  const log = await readFile(join(path, 'LOG'), 'utf8').catch(() => '');
  return /: dropping \d+ bytes; /.test(log);
}

/** LevelDB holds its lock file open, so no other file gets its inode. */
async function identityOf(path: string, name: string): Promise<string | undefined> {
  const found = await stat(join(path, name), { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}

function createCopy(
  level: ClassicLevel<string, string>,
  path: string,
  hasDropped: boolean,
  identity: string | undefined,
): LevelCopy {
  return {
    path,
    hasDropped,
    readHead: async () => unsealHead(await level.get(HEAD_KEY).catch(() => undefined)),
    read: ({ texts } = { texts: true }) => readContents(level, texts),
    get: (keys) => level.getMany(keys.map(toLevelKey)),
    async apply(changes, head) {
      const sealed = head && sealHead(head);
      await writeBatch(level, changes, sealed);
      // LevelDB reports a file that it cannot find as success.
      if (level.getSync(HEAD_KEY) !== sealed) throw new Error('LevelDB did not apply the batch');
    },
    isPresent: async () => identity !== undefined && identity === (await identityOf(path, 'LOCK')),
    close: () => level.close(),
  };
}

async function writeBatch(
  level: ClassicLevel<string, string>,
  changes: Changes,
  sealedHead: string | undefined,
): Promise<void> {
  const batch = level.batch();
  let size = 0;
  for (const [key, sealed] of changes) {
    if (sealed === undefined) batch.del(toLevelKey(key));
    else batch.put(toLevelKey(key), sealed);
    size += SLICE_BYTES / SLICE_VALUES + (sealed?.length ?? 0);
    if (size < SLICE_BYTES) continue;
    size = 0;
    await setImmediate();
  }
  if (sealedHead !== undefined) batch.put(HEAD_KEY, sealedHead);
  // Without `sync`, an acknowledged batch could be lost when the machine goes down.
  await batch.write({ sync: true });
}

async function readContents(level: ClassicLevel<string, string>, texts: boolean): Promise<CopyContents> {
  const keys: string[] = [];
  const values: string[] = [];
  const checksums: number[] = [];
  const damagedKeys = new Set<string>();
  let head: Head | undefined;
  let sum = 0;
  let isReadable = true;
  let last: string | undefined;
  const take = (levelKey: string, sealed: string): void => {
    last = levelKey;
    if (levelKey === HEAD_KEY) return void (head = unsealHead(sealed));
    const key = fromLevelKey(levelKey);
    const checksum = key === undefined ? undefined : checkValue(key, sealed);
    if (key === undefined) isReadable = false;
    else if (checksum === undefined) damagedKeys.add(key);
    else {
      keys.push(key);
      if (texts) values.push(sealed);
      checksums.push(checksum);
      sum = addChecksum(sum, checksum);
    }
  };
  try {
    await readSlices(level, take);
  } catch {
    isReadable = false;
    // The slice in which the reading failed is lost as a whole, so its values are read one by one.
    await readOneByOne(level, last, take).catch(() => {});
  }
  return { head, keys, values, checksums, sum, damagedKeys, isReadable };
}

type Take = (levelKey: string, sealed: string) => void;

async function readSlices(level: ClassicLevel<string, string>, take: Take): Promise<void> {
  const iterator = level.iterator({ highWaterMarkBytes: 2 * SLICE_BYTES });
  try {
    // LevelDB reads the next slice while this one is checked.
    let next = iterator.nextv(SLICE_VALUES);
    for (;;) {
      const entries = await next;
      if (entries.length === 0) return;
      next = iterator.nextv(SLICE_VALUES);
      for (const [levelKey, sealed] of entries) take(levelKey, sealed);
    }
  } finally {
    await iterator.close();
  }
}

async function readOneByOne(level: ClassicLevel<string, string>, after: string | undefined, take: Take): Promise<void> {
  const iterator = level.iterator(after === undefined ? {} : { gt: after });
  try {
    for (;;) {
      const [entry] = await iterator.nextv(1);
      if (entry === undefined) return;
      take(...entry);
    }
  } finally {
    await iterator.close();
  }
}

/** Rescues what LevelDB can read of a damaged database, in place. */
export async function repairCopy(path: string): Promise<void> {
  const { ClassicLevel } = await importClassicLevel();
  await ClassicLevel.repair(path);
}

/** A native, optional package, so it is imported only when a directory is opened. */
export async function importClassicLevel(): Promise<typeof import('classic-level')> {
  try {
    return await import('classic-level');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const problem = isMissing
      ? 'that is not installed: npm install classic-level'
      : 'which does not load on this machine';
    throw new DirectoryProblem(`it needs the package classic-level, ${problem}`);
  }
}
