import type { Clock } from '../shared/clock.js';
import type { RecordChange, StoredRecord } from './account.js';
import { changeRecord } from './change-record.js';
import { createDatabaseRecord } from './database-record.js';
import type { DatabaseServers } from './database-servers.js';
import type { Lanes } from './lanes.js';
import { FIRST_STATE, type LifecycleStep, type LifecycleTimes } from './lifecycle.js';
import { createLifecycles } from './lifecycles.js';
import type { NewDatabase } from './new-database.js';
import type { Random } from './random-characters.js';
import type { RecordStore } from './record-store.js';

/** What the databases of an account are made of. */
export interface DatabasesOptions {
  readonly store: RecordStore;
  readonly servers: DatabaseServers;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly random: Random;
  readonly lifecycle: LifecycleTimes;
  readonly onNotice: (message: string) => void;
}

/** The databases of an account: store, server and lifecycle of each. Changes of one database wait for each other. */
export interface Databases {
  create(request: NewDatabase): Promise<StoredRecord>;
  change(id: string, change: RecordChange): Promise<StoredRecord | undefined>;
  remove(id: string): Promise<boolean>;
  /** Takes up what the store holds: servers run again, lifecycles go on from the beginning of their step. */
  resume(): Promise<void>;
  /** Stops all lifecycles where they are. */
  release(): void;
}

/** Makes the databases of an account. Nothing happens to those in the store before `resume`. */
export function createDatabases(options: DatabasesOptions): Databases {
  const { store, servers, lanes, clock, random, onNotice } = options;
  const lifecycles = createLifecycles({ clock, times: options.lifecycle, advance });
  const inLane = <T>(id: string, work: () => Promise<T>): Promise<T> => lanes.run(`database:${id}`, work);

  /** Decides inside the lane, so that a decision is never about a record that has changed since. */
  function update(id: string, decide: (record: StoredRecord) => StoredRecord): Promise<StoredRecord | undefined> {
    return inLane(id, async () => {
      const before = await store.get('database', id);
      if (before === undefined) return undefined;
      const wanted = decide(before);
      return wanted === before ? before : keep(id, await serve(id, wanted, before), before);
    });
  }

  async function keep(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord> {
    await store.write([{ kind: 'database', id, record }]);
    if (record['modifying_state'] !== before?.['modifying_state']) lifecycles.follow(id, record);
    return record;
  }

  /** Any field of a record may be staged, also those that no server can have: then the record goes on without one. */
  async function serve(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord> {
    try {
      return await servers.follow(id, record, before);
    } catch (error) {
      onNotice(`The database ${id} has no server: ${(error as Error).message}`);
      return record;
    }
  }

  function advance(id: string, { from, to }: LifecycleStep): void {
    // Someone may have set another state while the step waited: theirs stays.
    const step = (record: StoredRecord): StoredRecord =>
      record['modifying_state'] === from ? { ...record, modifying_state: to } : record;
    update(id, step).catch(() => onNotice(`The database ${id} could not leave the state "${from}".`));
  }

  return {
    create(request) {
      const record = createDatabaseRecord(request, { now: clock.now(), random, modifyingState: FIRST_STATE });
      const id = record['database_id'] as string;
      return inLane(id, async () => {
        // Only random numbers that repeat themselves lead here. What was answered once is never overwritten.
        if ((await store.get('database', id)) !== undefined) throw new Error('the new identifier is taken');
        try {
          return await keep(id, await servers.follow(id, record));
        } catch (error) {
          await servers.remove(id);
          throw error;
        }
      });
    },
    change: (id, change) => update(id, (record) => changeRecord(record, change)),
    remove(id) {
      return inLane(id, async () => {
        if ((await store.get('database', id)) === undefined) return false;
        await store.write([{ kind: 'database', id }]);
        lifecycles.forget(id);
        await servers.remove(id);
        return true;
      });
    },
    async resume() {
      await Promise.all([...(await store.list('database')).keys()].map((id) => inLane(id, () => resumeOne(id))));
    },
    release() {
      lifecycles.forget();
    },
  };

  async function resumeOne(id: string): Promise<void> {
    const stored = await store.get('database', id);
    if (stored === undefined) return;
    const record = await serve(id, stored);
    if (record !== stored) await store.write([{ kind: 'database', id, record }]);
    lifecycles.follow(id, record);
  }
}
