import type { Clock } from '../../core/shared/clock.js';
import { changeRecord, type RecordChange, type StoredRecord } from './stored-record.js';
import { createDatabaseRecord, type NewDatabase } from './database-record.js';
import type { DatabaseServers } from './database-servers.js';
import type { KeyedLock } from '../shared/keyed-lock.js';
import { createLifecycles, FIRST_STATE, type LifecycleStep, type LifecycleTimes } from './lifecycle.js';
import type { Random } from './random.js';
import type { RecordStore } from './record-store.js';

/** Options of {@link createDatabases}. */
export interface DatabasesOptions {
  readonly store: RecordStore;
  readonly servers: DatabaseServers;
  readonly locks: KeyedLock;
  readonly clock: Clock;
  readonly random: Random;
  readonly lifecycle: LifecycleTimes;
  readonly onNotice: (message: string) => void;
}

/**
 * The databases of an account. The changes of one database run in sequence. A change is durable when its promise resolves.
 */
export interface Databases {
  create(request: NewDatabase): Promise<StoredRecord>;
  get(id: string): Promise<StoredRecord | undefined>;
  list(): Promise<readonly StoredRecord[]>;
  /** @returns the changed record, or `undefined` for an unknown id. */
  change(id: string, change: RecordChange): Promise<StoredRecord | undefined>;
  remove(id: string): Promise<boolean>;
  /** Starts the servers of the stored databases, and restarts their lifecycles at the beginning of the current step. */
  resume(): Promise<void>;
  /** Cancels all lifecycles. */
  release(): void;
}

/** Creates the databases of an account. Stored databases do not change before `resume`. */
export function createDatabases(options: DatabasesOptions): Databases {
  const { store, servers, locks, clock, random, onNotice } = options;
  const locked = <T>(id: string, work: () => Promise<T>): Promise<T> => locks.withLock(`database:${id}`, work);
  const lifecycles = createLifecycles({
    clock,
    times: options.lifecycle,
    advance: (id, step) =>
      void locked(id, () => advanceLocked(id, step)).catch(() =>
        onNotice(`The database ${id} could not leave the state "${step.from}".`),
      ),
  });

  const save = (id: string, record: StoredRecord): Promise<void> => store.write([{ kind: 'database', id, record }]);

  async function createLocked(id: string, record: StoredRecord): Promise<StoredRecord> {
    // Only a repeating source of random numbers gets here. A stored record is never overwritten.
    if ((await store.get('database', id)) !== undefined) throw new Error('the new identifier is taken');
    try {
      const served = await servers.follow(id, record);
      await save(id, served);
      lifecycles.follow(id, served);
      return served;
    } catch (error) {
      await servers.remove(id);
      throw error;
    }
  }

  async function changeLocked(id: string, change: RecordChange): Promise<StoredRecord | undefined> {
    const before = await store.get('database', id);
    if (before === undefined) return undefined;
    // A set state is always applied, even if it is unchanged: the server may have been killed.
    const isStateSet = Object.hasOwn(change.set ?? {}, 'state');
    const record = await serve(id, changeRecord(before, change), isStateSet ? undefined : before);
    await save(id, record);
    // A `modifying_state` that the control API sets ends the automatic lifecycle.
    if (record['modifying_state'] !== before['modifying_state']) lifecycles.forget(id);
    return record;
  }

  async function removeLocked(id: string): Promise<boolean> {
    if ((await store.get('database', id)) === undefined) return false;
    await store.write([{ kind: 'database', id }]);
    lifecycles.forget(id);
    await servers.remove(id);
    return true;
  }

  async function advanceLocked(id: string, { from, to }: LifecycleStep): Promise<void> {
    const before = await store.get('database', id);
    if (before?.['modifying_state'] !== from) return;
    const record = { ...before, modifying_state: to };
    await save(id, record);
    lifecycles.follow(id, record);
  }

  async function resumeLocked(id: string): Promise<void> {
    const before = await store.get('database', id);
    if (before === undefined) return;
    const record = await serve(id, before);
    if (record !== before) await save(id, record);
    lifecycles.follow(id, record);
  }

  /** A staged record can have limits that no server accepts. Such a database has a record and no server. */
  async function serve(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord> {
    try {
      return await servers.follow(id, record, before);
    } catch (error) {
      onNotice(`The database ${id} has no server: ${(error as Error).message}`);
      return record;
    }
  }

  return {
    create(request) {
      const record = createDatabaseRecord(request, { now: clock.now(), random, modifyingState: FIRST_STATE });
      const id = record['database_id'] as string;
      return locked(id, () => createLocked(id, record));
    },
    get: (id) => store.get('database', id),
    list: async () => [...(await store.list('database')).values()],
    change: (id, change) => locked(id, () => changeLocked(id, change)),
    remove: (id) => locked(id, () => removeLocked(id)),
    async resume() {
      await Promise.all([...(await store.list('database')).keys()].map((id) => locked(id, () => resumeLocked(id))));
    },
    release: () => lifecycles.forget(),
  };
}
