import { StorageFailure, type StoredWrite } from '../engine.js';
import { writingError } from './directory-failure.js';
import { DamagedCopy, openCopy, type Changes, type LevelCopy } from './level-copy.js';
import { checkPresence, loadChecksums, openedOf, type FailedBatch, type OpenStore } from './open-store.js';
import { addChecksum, readChecksum, sealValue, type Head } from './sealed-values.js';
import { settleCopies } from './settle-copies.js';
import { writeStoreFile } from './store-folder.js';
import { inSlices } from './value-slices.js';

/** Writes a batch to both copies. @throws StorageFailure */
export async function commitBatch(store: OpenStore, writes: Iterable<StoredWrite>): Promise<void> {
  try {
    await makeReady(store);
    await markOpen(store);
    const changes = await sealWrites(writes, store.head.sequence + 1);
    const head = headAfter(store, changes);
    store.failed = { changes, head };
    await applyToBoth(store, changes, head);
    // If the directory was removed during the write, the batch is lost when the process ends.
    await checkPresence(store);
    store.failed = undefined;
    acknowledge(store, changes, head);
  } catch (error) {
    store.mustReopen ||= !(error instanceof StorageFailure) || store.failed !== undefined;
    await checkPresence(store);
    throw writingError(store.directory, error);
  }
}

/** A crash must not leave the file of a closed store. */
async function markOpen(store: OpenStore): Promise<void> {
  if (store.isMarkedOpen) return;
  await writeStoreFile(store.directory, { sequence: store.head.sequence, isClosed: false });
  store.isMarkedOpen = true;
}

/** Brings both copies to the same state, after an opening or a failed write. */
export async function makeReady(store: OpenStore): Promise<void> {
  await loadChecksums(store);
  await checkPresence(store);
  if (store.mustReopen) await reopenCopies(store);
  if (store.failed !== undefined) await undoFailedBatch(store, store.failed);
  await settleCopies(store);
}

/** Seals each value once for both copies. The last write of a key counts. */
async function sealWrites(writes: Iterable<StoredWrite>, sequence: number): Promise<Changes> {
  const changes = new Map<string, string | undefined>();
  for await (const slice of inSlices(writes, ({ text }) => text?.length ?? 0)) {
    for (const { key, text } of slice) {
      changes.set(key, text === undefined ? undefined : sealValue(key, sequence, text));
    }
  }
  return changes;
}

function headAfter({ head, checksums }: OpenStore, changes: Changes): Head {
  let { count, sum } = head;
  for (const [key, sealed] of changes) {
    const replaced = checksums.get(key);
    if (replaced !== undefined) {
      count -= 1;
      sum = addChecksum(sum, -replaced);
    }
    if (sealed === undefined) continue;
    count += 1;
    sum = addChecksum(sum, readChecksum(sealed));
  }
  return { ...head, sequence: head.sequence + 1, count, sum };
}

async function applyToBoth({ primary, secondary }: OpenStore, changes: Changes, head: Head): Promise<void> {
  await primary.copy.apply(changes, head);
  await openedOf(secondary)?.apply(changes, head);
}

function acknowledge(store: OpenStore, changes: Changes, head: Head): void {
  for (const [key, sealed] of changes) {
    if (sealed === undefined) store.checksums.delete(key);
    else store.checksums.set(key, readChecksum(sealed));
  }
  store.head = head;
}

/** Closes and opens both copies. A copy that does not open because it is damaged is built from the other one. */
async function reopenCopies(store: OpenStore): Promise<void> {
  const { primary, secondary } = store;
  const oldSecond = openedOf(secondary);
  await primary.copy.close();
  await oldSecond?.close();
  const first = await reopen(primary.copy);
  const second = oldSecond && (await reopen(oldSecond).catch(closeAfter(first)));
  if (first !== undefined) store.primary = { name: primary.name, copy: first };
  else if (second === undefined) throw new Error('both copies are damaged');
  else store.primary = { name: secondary.name, copy: second };
  store.secondary =
    first === undefined ? { name: primary.name, copy: undefined } : { name: secondary.name, copy: second };
  if (store.secondary.copy === undefined) store.isSettled = false;
  store.mustReopen = false;
}

function closeAfter(copy: LevelCopy | undefined): (error: unknown) => Promise<never> {
  return async (error) => {
    await copy?.close();
    throw error;
  };
}

/** @returns `undefined` for a damaged copy. */
async function reopen({ path }: LevelCopy): Promise<LevelCopy | undefined> {
  try {
    return await openCopy(path, { isNew: false });
  } catch (error) {
    if (error instanceof DamagedCopy) return undefined;
    throw error;
  }
}

/**
 * Gives both copies the state from before a failed batch. If the copy that is written last has the batch, nothing
 * has the old values, and the batch is applied.
 */
async function undoFailedBatch(store: OpenStore, failed: FailedBatch): Promise<void> {
  const deciding = openedOf(store.secondary) ?? store.primary.copy;
  const decided = await deciding.readHead();
  if (!hasSameValues(decided, store.head)) {
    if (!hasSameValues(decided, failed.head)) throw new Error('the second copy lost values');
    acknowledge(store, failed.changes, failed.head);
  }
  const other = (await store.primary.copy.readHead())?.sequence ?? 0;
  const head = { ...store.head, sequence: Math.max(failed.head.sequence, decided?.sequence ?? 0, other) + 1 };
  const keys = [...failed.changes.keys()];
  const values = await deciding.get(keys);
  await applyToBoth(store, new Map(keys.map((key, at) => [key, values[at]])), head);
  store.head = head;
  store.failed = undefined;
}

function hasSameValues(head: Head | undefined, other: Head): boolean {
  return head?.count === other.count && head.sum === other.sum;
}
