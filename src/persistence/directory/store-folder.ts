import { access, cp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, DirectoryProblem } from './directory-failure.js';
import { DamagedCopy, openCopy, repairCopy, type Changes, type LevelCopy } from './level-copy.js';
import type { CopyContents } from './merge-copies.js';
import { openCheckedCopy } from './open-checked-copy.js';
import { makePrivateDirectory } from './private-directory.js';
import { findDamagedTables } from './table-checksums.js';
import { FORMAT, seal, unseal, type Head } from './sealed-values.js';

/** The two copies of the values, each in a folder of its name. */
export const COPY_NAMES = ['a', 'b'] as const;

export type CopyName = (typeof COPY_NAMES)[number];

/** A database without values. Its lock is held as long as the store is open, while copies are closed and replaced. */
const LOCK_NAME = 'lock';

/** A new copy grows in this folder, and gets the name of a copy when it is complete. */
const UNFINISHED = 'unfinished';

export const STORE_FILE = 'STORE';
const NEXT_STORE_FILE = 'STORE.next';

/** Damaged copies are kept under names that begin so. */
const DAMAGED_PREFIX = 'damaged-';

function isOwnName(name: string): boolean {
  return (
    [...COPY_NAMES, LOCK_NAME, UNFINISHED, STORE_FILE, NEXT_STORE_FILE].includes(name) ||
    name.startsWith(DAMAGED_PREFIX)
  );
}

/** The content of the file of a store. Every version writes `format`, and the checksum of the text. */
interface StoreFacts {
  readonly format: number;
  /** The store has had at least this number of batches; -1 while it is made. */
  readonly sequence: number;
  /** Whether the store was closed with exactly this number of batches. */
  readonly isClosed: boolean;
}

/**
 * Makes the directory of a store, for this user alone.
 *
 * @throws DirectoryProblem if the directory holds something else. Nothing is written there then.
 */
export async function prepareStoreFolder(directory: string): Promise<void> {
  const names = await namesIn(directory);
  if (names.includes('CURRENT'))
    throw new DirectoryProblem(
      'it holds the data of an earlier version or of another program; choose an empty directory',
    );
  const foreign = names.find((name) => !isOwnName(name));
  if (foreign !== undefined) {
    throw new DirectoryProblem(
      `it holds ${JSON.stringify(foreign)}, which is no part of a store; choose an empty directory`,
    );
  }
  if (names.length > 0 && !(await isStore(directory, names))) {
    throw new DirectoryProblem('it holds other files; choose an empty directory');
  }
  await refuseSpecialFiles(directory);
  await makePrivateDirectory(directory, isOwnName);
}

/** A read of a named pipe waits for its writer, and keeps even a process that exits alive. */
export async function refuseSpecialFiles(directory: string): Promise<void> {
  for (const folder of ['', LOCK_NAME, ...COPY_NAMES, UNFINISHED]) {
    const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []);
    const special = entries.find((entry) => !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink());
    if (special === undefined) continue;
    const name = JSON.stringify(join(folder, special.name));
    throw new DirectoryProblem(`${name} is neither a file nor a folder; remove it, or choose another directory`);
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
}

/** The names of the files of a LevelDB database. */
const LEVEL_FILE = /^(?:LOCK|LOG|LOG\.old|CURRENT|MANIFEST-\d+|\d+\.(?:log|ldb|dbtmp))$/;

/** Other programs use folders of the same names too. */
async function isStore(directory: string, names: readonly string[]): Promise<boolean> {
  if (names.includes(STORE_FILE) || names.includes(NEXT_STORE_FILE)) return true;
  // A process that makes the store, or was killed meanwhile, has begun with the lock.
  if (names.length === 1 && names[0] === LOCK_NAME) {
    const files = await namesIn(join(directory, LOCK_NAME));
    return files.every((file) => LEVEL_FILE.test(file));
  }
  const folders = await Promise.all([...COPY_NAMES, UNFINISHED].map((name) => namesIn(join(directory, name))));
  return folders.some((files) => files.includes('CURRENT') || files.some((file) => file.startsWith('MANIFEST-')));
}

/**
 * Reads the file of the store.
 *
 * @returns `undefined` if the file is absent, `damaged` if it is damaged.
 * @throws DirectoryProblem if a newer version has written the store.
 */
export async function readStoreFile(directory: string): Promise<StoreFacts | 'damaged' | undefined> {
  const sealed = await readFile(join(directory, STORE_FILE), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (sealed === undefined) return undefined;
  const text = unseal(STORE_FILE, sealed);
  if (text === undefined) return 'damaged';
  const facts = JSON.parse(text) as StoreFacts;
  refuseNewerFormat(facts.format);
  return facts;
}

/** @throws DirectoryProblem if a newer version has written the data. */
export function refuseNewerFormat(format: number): void {
  if (format <= FORMAT) return;
  throw new DirectoryProblem(
    `a newer version of fleetglass has written it (format ${format}; this version reads up to ${FORMAT}); update fleetglass`,
  );
}

/** Replaces the file of the store, so that a crash leaves the old file or the new one. */
export async function writeStoreFile(directory: string, state: Omit<StoreFacts, 'format'>): Promise<void> {
  const facts: StoreFacts = { format: FORMAT, ...state };
  const next = join(directory, NEXT_STORE_FILE);
  await rm(next, { force: true });
  const file = await open(next, 'wx', 0o600);
  try {
    await file.writeFile(seal(STORE_FILE, JSON.stringify(facts)));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, join(directory, STORE_FILE));
  await syncFolder(directory);
}

/** Makes renamed files durable. Windows cannot sync a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/**
 * Locks the directory against other processes.
 *
 * @returns the open database that holds the lock.
 * @throws DirectoryInUse if another process has the lock.
 */
export async function lockStoreFolder(directory: string): Promise<LevelCopy> {
  const path = join(directory, LOCK_NAME);
  try {
    return await openCopy(path, { isNew: true });
  } catch (error) {
    if (!(error instanceof DamagedCopy)) throw error;
    // It holds no values.
    await rm(path, { recursive: true });
    return openCopy(path, { isNew: true });
  }
}

/** Whether a folder of a copy is absent. An empty one is left by a crash while it was made. */
export async function isAbsent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return true;
  return found.isDirectory() && (await readdir(path)).length === 0;
}

/** Renames a damaged copy, so that nothing of it is overwritten. @returns its new path. */
export async function moveAside(directory: string, name: CopyName, now: Date): Promise<string> {
  const time = now.toISOString().replaceAll(/[:.]/g, '-');
  let path = join(directory, `${DAMAGED_PREFIX}${time}-${name}`);
  while (await exists(path)) path += '-';
  await rename(join(directory, name), path);
  return path;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Reads what LevelDB can rescue of a damaged copy: all undamaged tables. Works on a duplicate, and changes nothing of the copy. */
export async function salvageCopy(directory: string, name: CopyName): Promise<CopyContents | undefined> {
  const path = join(directory, `${DAMAGED_PREFIX}salvage-${name}`);
  try {
    await rm(path, { recursive: true, force: true });
    await cp(join(directory, name), path, { recursive: true });
    for (const table of await findDamagedTables(path)) await rm(join(path, table));
    await repairCopy(path);
    const copy = await openCopy(path, { isNew: false });
    try {
      return await copy.read();
    } finally {
      await copy.close();
    }
  } catch {
    return undefined;
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Makes a complete copy under its name. A crash leaves an unfinished copy, which the next opening removes.
 *
 * @param makeRoom runs when the new copy is complete, and takes the old one away.
 */
export async function buildCopy(
  directory: string,
  name: CopyName,
  {
    head,
    slices,
    makeRoom,
  }: {
    readonly head: Head;
    readonly slices: AsyncIterable<Changes> | Iterable<Changes>;
    makeRoom?(this: void): Promise<void>;
  },
): Promise<LevelCopy> {
  const unfinished = join(directory, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  const copy = await openCopy(unfinished, { isNew: true });
  try {
    // A copy without a head is not complete.
    for await (const slice of slices) await copy.apply(slice, undefined);
    await copy.apply(new Map(), head);
  } finally {
    await copy.close();
  }
  await makeRoom?.();
  await rm(join(directory, name), { recursive: true, force: true });
  await rename(unfinished, join(directory, name));
  await syncFolder(directory);
  return openCopy(join(directory, name), { isNew: false });
}

/** Finishes or removes the copy that a crash has interrupted. */
export async function finishInterruptedCopy(directory: string): Promise<void> {
  const unfinished = join(directory, UNFINISHED);
  if (!(await exists(unfinished))) return;
  const absent: CopyName[] = [];
  for (const name of COPY_NAMES) if (await isAbsent(join(directory, name))) absent.push(name);
  const [name] = absent;
  if (name !== undefined && (await isComplete(unfinished))) {
    await rm(join(directory, name), { recursive: true, force: true });
    await rename(unfinished, join(directory, name));
  } else await rm(unfinished, { recursive: true });
}

async function isComplete(path: string): Promise<boolean> {
  const copy = await openCheckedCopy(path).catch(() => undefined);
  if (copy === undefined) return false;
  try {
    return (await copy.readHead()) !== undefined;
  } finally {
    await copy.close();
  }
}
