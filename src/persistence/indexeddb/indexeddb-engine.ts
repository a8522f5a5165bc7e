import type { IDBPDatabase, IDBPObjectStore, IDBPTransaction } from 'idb';
import type { StorageRole } from '../../core/fleet/storage.js';
import { StorageFailure, type EngineLoss, type StorageEngine, type StoredValue, type StoredWrite } from '../engine.js';
import { yieldToEventLoop } from '../restore.js';
import { seal, unseal } from '../sealed-value.js';
import { isIrreplaceable } from '../stored-values.js';
import { nameOf, VALUES, writingFailure, type Layout, type OpenedDatabase } from './open-database.js';
import type { TabLock } from './tab-lock.js';

/** Deserializing, checking and restoring the values of a batch takes a few milliseconds. */
const BATCH = 500;

/** A value of which only the key is certain. */
type FoundValue = Pick<StoredValue, 'key'>;

type ReadableValues = IDBPObjectStore<Layout, [typeof VALUES], typeof VALUES>;
type WritableValues = IDBPTransaction<Layout, [typeof VALUES], 'readwrite'>['store'] &
  IDBPObjectStore<Layout, [typeof VALUES], typeof VALUES, 'readwrite'>;

type MakeRequests = (store: WritableValues) => Promise<unknown>[];

/** Stores the values of a fleet in a database of the browser. The tab that holds the lock is the leader. */
export class IndexedDBEngine implements StorageEngine {
  onChanged: StorageEngine['onChanged'];
  readonly #database: IDBPDatabase<Layout>;
  readonly #lock: TabLock;
  #failure: StorageFailure | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor({ database, lost }: OpenedDatabase, lock: TabLock) {
    this.#database = database;
    this.#lock = lock;
    void lost.then((reason) => {
      this.#failure ??= reason;
      // No later write of this tab succeeds: another tab has to become the leader.
      lock.release();
      this.onChanged?.(this.#failure);
    });
    lock.onRole = () => this.onChanged?.();
  }

  get role(): StorageRole {
    return this.#lock.role;
  }

  async *read(onLoss: (loss: EngineLoss) => void): AsyncGenerator<readonly StoredValue[]> {
    const batches = await this.#readBatches().catch((error: unknown) => {
      const message = `The database ${this.#database.name} could not be read (${nameOf(error)}).`;
      throw this.#failure ?? new StorageFailure('failed', message);
    });
    for (const batch of batches) {
      yield batch.flatMap((value) => unseal(String(value.key), value, onLoss));
      // All batches are in memory already, so nothing else here gives the browser time for other tasks.
      await yieldToEventLoop();
    }
  }

  async get(key: string): Promise<string | undefined> {
    const sealed = await this.#database.get(VALUES, key).catch(() => undefined);
    return unseal(key, sealed, () => {})[0]?.text;
  }

  async write(writes: readonly StoredWrite[]): Promise<void> {
    if (writes.length === 0) return;
    // A crash of the system may cost the last records, which the next poll brings back.
    const durability = writes.some(({ key }) => isIrreplaceable(key)) ? 'strict' : 'relaxed';
    await this.#change(durability, (store) => {
      const put = async ({ key, text, ifAbsent }: StoredWrite): Promise<unknown> => {
        if (text === undefined) return store.delete(key);
        const isPresent = ifAbsent && unseal(key, await store.get(key), () => {}).length > 0;
        return isPresent || store.put(seal(key, text));
      };
      // The ids of this batch come first, so that their records find them.
      const first = writes.filter(({ requires }) => requires === undefined).map(put);
      const firstEnded = Promise.allSettled(first);
      const putOwned = async (write: StoredWrite): Promise<unknown> => {
        await firstEnded;
        return put((await store.getKey(write.requires ?? '')) === undefined ? { key: write.key } : write);
      };
      return [...first, ...writes.filter(({ requires }) => requires !== undefined).map(putOwned)];
    });
  }

  clear(): Promise<void> {
    return this.#change('strict', (store) => [store.clear()]);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#lastWrite.then(() => {
      this.#database.close();
      this.#lock.release();
    }));
  }

  /**
   * Reads all values in one transaction. It would end as soon as the caller of `read` pauses, so all values are in
   * memory before the first of them is returned.
   */
  async #readBatches(): Promise<(readonly FoundValue[])[]> {
    const transaction = this.#database.transaction(VALUES);
    // A request that fails must not end the other requests. The transaction may fail after all of them.
    transaction.onerror = (event) => event.preventDefault();
    transaction.done.catch(() => {});
    const batches: (readonly FoundValue[])[] = [];
    let last: FoundValue | undefined;
    do {
      const range = last && IDBKeyRange.lowerBound(last.key, true);
      const batch = await readBatch(transaction.store, range);
      batches.push(batch);
      // Only a full batch has a value here.
      last = batch[BATCH - 1];
    } while (last !== undefined);
    return batches;
  }

  /** Transactions that write run in the order in which they are made, and before the database closes. */
  async #change(durability: IDBTransactionDurability, makeRequests: MakeRequests): Promise<void> {
    if (this.#closing) throw new StorageFailure('failed', 'The store is closed.');
    if (this.#failure) throw this.#failure;
    await this.#transact(durability, makeRequests).catch((error: unknown) => {
      throw this.#failure ?? writingFailure(this.#database.name, error);
    });
  }

  async #transact(durability: IDBTransactionDurability, makeRequests: MakeRequests): Promise<void> {
    const errors: unknown[] = [];
    const transaction = this.#database.transaction(VALUES, 'readwrite', { durability });
    const collect = (error: unknown): void => {
      errors.push(error);
      try {
        // A request that was refused before it began does not end the transaction.
        transaction.abort();
      } catch {
        // The transaction has ended.
      }
    };
    const requests = makeRequests(transaction.store).map((made) => made.catch(collect));
    const done = Promise.all([...requests, transaction.done.catch(collect)]);
    this.#lastWrite = done;
    await done;
    // The end of a transaction aborts its other requests. The first error that is no abort is the reason.
    if (errors.length > 0) throw errors.find((error) => !isAbort(error)) ?? errors[0];
  }
}

/**
 * Browsers keep each large value in a file of its own. If that file is gone, every request for the value fails. Then
 * the values of the batch are read one by one.
 */
async function readBatch(store: ReadableValues, range: IDBKeyRange | undefined): Promise<readonly FoundValue[]> {
  try {
    return await store.getAll(range, BATCH);
  } catch {
    const keys = await store.getAllKeys(range, BATCH);
    return Promise.all(keys.map(async (key) => (await store.get(key).catch(throwIfAborted)) ?? { key }));
  }
}

/** If the transaction has ended, the value may be readable. */
function throwIfAborted(error: unknown): void {
  if (isAbort(error)) throw error;
}

function isAbort(error: unknown): boolean {
  return nameOf(error) === 'AbortError';
}
