import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue, type StoredWrite } from '../engine.js';
import { commitBatch, makeReady } from './commit-batch.js';
import type { DirectoryClaim } from './directory-claims.js';
import { writingError } from './directory-failure.js';
import type { LevelCopy } from './level-copy.js';
import { isIntact, mergeCopies, type MergedCopies } from './merge-copies.js';
import { checkPresence, loadChecksums, openedOf, type OpenStore } from './open-store.js';
import { repairedCopy } from './recover-copies.js';
import { settleCopies } from './settle-copies.js';
import { writeStoreFile } from './store-folder.js';
import { orderedSlices } from './value-slices.js';

/**
 * A storage engine in a directory. It keeps two copies of all values, each in a LevelDB database of its own.
 *
 * 1. A batch is written and synced to the first copy, then to the second one. A crash between them leaves the second
 *    copy behind by one batch. The next opening applies that batch, although its write was not acknowledged.
 * 2. Each copy has a head, which a batch replaces together with its values. The head describes all values of the copy,
 *    so a scan finds values that are damaged, missing or older than they should be.
 * 3. After a failed write, both copies are closed and reopened before the next write: LevelDB loses later batches
 *    otherwise. A failed batch that only the first copy has is removed from it. If the process ends before the next
 *    write, the next opening may apply the failed batch, as after a crash.
 * 4. The opening checks one copy. `verify` checks the other one, unless the first write or `close` did so before.
 */
export interface DirectoryEngine extends StorageEngine {
  /** Damage that the opening has found. The first `read` reports it too. */
  readonly losses: readonly EngineLoss[];
  verify(): void;
  /** Checks that the directory is still in its place. @throws StorageFailure with the reason `gone`. */
  checkPresence(): Promise<void>;
}

interface EngineParts {
  readonly claim: DirectoryClaim;
  /** Holds the lock of the directory. */
  readonly lock: LevelCopy;
  readonly store: OpenStore;
  /** The values and losses that the opening has found. */
  readonly recovered: MergedCopies;
}

export function createDirectoryEngine({ claim, lock, store, recovered }: EngineParts): DirectoryEngine {
  const { losses } = recovered;
  /** Whether values were read, and the second copy was not checked since. */
  let isUnverified = false;
  /** Until the first reading takes it or a write changes it. */
  let opened: MergedCopies | undefined = recovered;
  let unreported = losses;
  let closing: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
  const write = (writesOf: () => Iterable<StoredWrite>): Promise<void> => {
    if (closing !== undefined) return Promise.reject(closedError(store));
    return inTurn(async () => {
      opened = undefined;
      await loadChecksums(store);
      await commitBatch(store, writesOf());
    });
  };

  async function* read(onLoss: (loss: EngineLoss) => void): AsyncGenerator<readonly StoredValue[]> {
    if (closing !== undefined) throw closedError(store);
    const found = await inTurn(async () => {
      const taken = opened ?? (await readStore(store));
      opened = undefined;
      return taken;
    });
    const reported = unreported;
    unreported = [];
    for (const loss of new Set([...reported, ...found.losses])) onLoss(loss);
    try {
      yield* orderedSlices(found);
    } finally {
      isUnverified = true;
    }
  }

  /** A failure shows at the next write, which tries again. */
  async function verifyCopies(): Promise<void> {
    isUnverified = false;
    await settleCopies(store).catch(() => (store.mustReopen = true));
  }

  async function close(): Promise<void> {
    // Damage is reported also if the store is closed soon.
    if (isUnverified) await verifyCopies();
    await closeStore(store, lock);
  }

  return {
    losses,
    read,
    write: (writes) => write(() => writes),
    clear: () => write(() => [...store.checksums.keys()].map((key) => ({ key }))),
    verify() {
      if (closing === undefined) void inTurn(verifyCopies);
    },
    checkPresence: () => checkPresence(store),
    close: () => (closing ??= inTurn(close).finally(claim.release)),
  };
}

function closedError({ directory }: OpenStore): StorageFailure {
  return new StorageFailure('failed', `The store in the directory ${directory} is closed.`);
}

/** Reads all values again. If the primary copy became damaged, reads the secondary copy too. */
async function readStore(store: OpenStore): Promise<MergedCopies> {
  try {
    await makeReady(store);
    const contents = await store.primary.copy.read();
    const { keys, values } = contents;
    if (isIntact(contents)) return { keys, values, losses: [] };
    const { primary, secondary } = store;
    const other = openedOf(secondary);
    if (other === undefined) return mergeCopies(contents, contents);
    const others = await other.read();
    if (!isIntact(others)) return mergeCopies(contents, others);
    store.primary = { name: secondary.name, copy: other };
    store.secondary = { name: primary.name, copy: undefined };
    store.isSettled = false;
    await primary.copy.close();
    return { keys: others.keys, values: others.values, losses: [repairedCopy(primary.name)] };
  } catch (error) {
    throw writingError(store.directory, error);
  }
}

async function closeStore(store: OpenStore, lock: LevelCopy): Promise<void> {
  const isPresent = await checkPresence(store).then(
    () => true,
    () => false,
  );
  const { directory, head, failed, isMarkedOpen } = store;
  await store.primary.copy.close().catch(() => {});
  await openedOf(store.secondary)
    ?.close()
    .catch(() => {});
  // Without the file, the next opening only checks more.
  if (isPresent && isMarkedOpen)
    await writeStoreFile(directory, { sequence: head.sequence, isClosed: failed === undefined }).catch(() => {});
  await lock.close().catch(() => {});
}
