import { checksumOf } from '../checksum.js';
import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue, type StoredWrite } from '../engine.js';
import { isIrreplaceable } from '../stored-values.js';
import {
  nameOf,
  readingFailure,
  VALUES,
  writingFailure,
  type OpenedDatabase,
  type SealedValue,
} from './open-database.js';
import type { TabLock } from './tab-lock.js';

/** Deserializing and checking the values of a batch takes a few milliseconds. */
const BATCH = 500;

/**
 * Stores values in a database of the browser.
 *
 * @param onClosed called after the end of the last write.
 */
export function createIndexedDBEngine(
  { database, lost }: OpenedDatabase,
  lock: TabLock,
  onClosed: () => void,
): StorageEngine {
  const listeners = new Set<(failure?: StorageFailure) => void>();
  let failure: StorageFailure | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  void lost.then((reason) => {
    failure ??= reason;
    notify(failure);
  });
  lock.onRole = () => notify();

  function notify(reason?: StorageFailure): void {
    for (const listener of listeners) listener(reason);
  }

  /**
   * Reads all values in one transaction. It would end as soon as the caller of `read` pauses, so all values are in
   * memory before the first of them is returned.
   */
  async function readBatches(): Promise<(readonly SealedValue[])[]> {
    const { store } = database.transaction(VALUES);
    const batches: (readonly SealedValue[])[] = [];
    let range: IDBKeyRange | undefined;
    for (;;) {
      const batch = await store.getAll(range, BATCH);
      batches.push(batch);
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return batches;
      range = IDBKeyRange.lowerBound(last.key, true);
    }
  }

  function unseal(value: SealedValue, onLoss: (loss: EngineLoss) => void): StoredValue[] {
    const { key, text, checksum } = value;
    if (typeof key === 'string' && typeof text === 'string' && checksumOf(key, text) === checksum)
      return [{ key, text }];
    onLoss({ key: String(key), message: 'A value is damaged and lost.' });
    return [];
  }

  /** Transactions that write run in the order in which they are made, and before the database closes. */
  async function change(
    durability: IDBTransactionDurability,
    request: (store: ReturnType<typeof openForWriting>['store']) => Promise<unknown>[],
  ): Promise<void> {
    if (closing) throw new StorageFailure('failed', 'The store is closed.');
    if (failure) throw failure;
    const errors: unknown[] = [];
    const transaction = openForWriting(durability);
    const collect = (error: unknown): void => {
      errors.push(error);
      try {
        // A request that was refused before it began does not end the transaction.
        transaction.abort();
      } catch {
        // It has ended.
      }
    };
    const requests = request(transaction.store).map((made) => made.catch(collect));
    const done = Promise.all([...requests, transaction.done.catch(collect)]);
    lastWrite = done;
    await done;
    if (errors.length === 0) return;
    // The end of a transaction aborts its other requests. Only the first error tells the reason.
    throw failure ?? writingFailure(database.name, errors.find((error) => nameOf(error) !== 'AbortError') ?? errors[0]);
  }

  function openForWriting(durability: IDBTransactionDurability) {
    try {
      return database.transaction(VALUES, 'readwrite', { durability });
    } catch (error) {
      throw failure ?? writingFailure(database.name, error);
    }
  }

  async function close(): Promise<void> {
    await lastWrite;
    database.close();
    lock.release();
    onClosed();
  }

  return {
    get role() {
      return lock.role;
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async *read(onLoss) {
      const batches = await readBatches().catch((error: unknown) => {
        throw failure ?? readingFailure(database.name, error);
      });
      for (const batch of batches) yield batch.flatMap((value) => unseal(value, onLoss));
    },
    async write(writes) {
      if (writes.length === 0) return;
      // A crash of the system may cost the last records, which the next poll brings back.
      const durability = writes.some(({ key }) => isIrreplaceable(key)) ? 'strict' : 'relaxed';
      await change(durability, (store) => {
        const put = async ({ key, text }: StoredWrite): Promise<unknown> =>
          text === undefined ? store.delete(key) : store.put({ key, text, checksum: checksumOf(key, text) });
        const [free, owned] = [
          writes.filter(({ requires }) => requires === undefined),
          writes.filter(({ requires }) => requires !== undefined),
        ];
        // The ids of this batch come first, so that their records find them.
        return [
          ...free.map(put),
          ...owned.map(async (write) => {
            const owner = await store.getKey(write.requires ?? '');
            await put(owner === undefined ? { key: write.key } : write);
          }),
        ];
      });
    },
    clear: () => change('strict', (store) => [store.clear()]),
    close: () => (closing ??= close()),
  };
}
