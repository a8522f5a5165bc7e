import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DirectoryProblem, goneError, ifPresent } from './directory-failure.js';

/** The number of the newest layout of a directory. Format 1 was never published. */
export const FORMAT = 2;

export const STORE_FILE = 'STORE';

/**
 * The least that a store contains. The file is written when the store is made, and when it is opened or closed with other
 * facts. The journal and the cache are checked against it, so that the loss of their newest part is noticed.
 */
interface StoreFacts {
  /** The generation of the journal, and the number of its last line. */
  readonly generation: number;
  readonly line: number;
  /** The number of the last batch of the cache. */
  readonly batch: number;
  /** The checksums of the tables, logs and manifest of the cache at its last close, by the names of their files. */
  readonly tables: TableSums;
  /** Whether the store was closed, and not opened again. */
  readonly isClosed: boolean;
}

export type TableSums = Readonly<Record<string, string>>;

export interface OpeningOptions {
  readonly directory: string;
  /** The least that the store contains. LevelDB may have replaced tables of the cache. */
  readonly known: StoreFacts;
  /** @throws StorageFailure if the directory is no longer in its place. */
  readonly checkPresence: () => Promise<void>;
  /** Whether the directory is a copy, so that a loss does not tell where damaged files are kept. */
  readonly isCopy?: boolean | undefined;
  readonly damagedName: (name: string) => string;
}

export const NO_FACTS: StoreFacts = { generation: 0, line: 0, batch: 0, tables: {}, isClosed: false };

/**
 * Reads the file of a store.
 *
 * @returns `undefined` if the file is absent or damaged.
 * @throws DirectoryProblem if another version has written the store.
 */
export async function readStoreFile(directory: string): Promise<StoreFacts | undefined> {
  const sealed = (await ifPresent(readFile(join(directory, STORE_FILE), 'utf8'))) ?? '';
  const text = sealed.slice(8);
  if (text === '' || sealed !== seal(STORE_FILE, text)) return undefined;
  const { format, ...facts } = JSON.parse(text) as StoreFacts & { readonly format: number };
  requireFormat(format);
  return { ...NO_FACTS, ...facts };
}

/** @throws DirectoryProblem if another version has written the store. */
export function requireFormat(format: number): void {
  if (format === FORMAT) return;
  throw new DirectoryProblem(
    `a newer version of fleetglass has written it (format ${format}; this version reads format ${FORMAT}); update fleetglass`,
  );
}

/** Replaces the file of a store, so that a crash leaves the old file or the new one. */
export async function writeStoreFile(directory: string, facts: StoreFacts): Promise<void> {
  const next = join(directory, `${STORE_FILE}.next`);
  await rm(next, { force: true });
  await writeSynced(next, seal(STORE_FILE, JSON.stringify({ format: FORMAT, ...facts })));
  await rename(next, join(directory, STORE_FILE));
  await syncFolder(directory);
}

/** Puts the checksum of a name and its text before the text. Every version writes this form. */
export function seal(name: string, text: string): string {
  return checksumOf(text, name) + text;
}

export function checksumOf(text: string, name = ''): string {
  return crc32(text, crc32(name)).toString(16).padStart(8, '0');
}

/** Makes a file for this user alone. Its content is on the disk when the promise resolves. */
export async function writeSynced(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Remembers the device and the inode of a file. While the file is open, no other file gets this inode.
 *
 * @returns a function that throws a StorageFailure if the file is no longer in its place
 */
export async function createPresenceCheck(directory: string, name: string): Promise<() => Promise<void>> {
  const readIdentity = async (): Promise<string | undefined> => {
    const found = await stat(join(directory, name), { bigint: true }).catch(() => undefined);
    return found && `${found.dev}:${found.ino}`;
  };
  const identity = await readIdentity();
  return async () => {
    if ((await readIdentity()) !== identity) throw goneError(directory);
  };
}

/** Makes renamed files durable. Windows cannot sync a folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}
