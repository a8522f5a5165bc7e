import type { Clock } from '../../core/shared/clock.js';
import type { RecordChange, StoredRecord } from './account.js';
import { changeRecord } from './change-record.js';
import { createDatabaseRecord } from './database-record.js';
import type { DatabaseServers } from './database-servers.js';
import type { Lanes } from '../lanes.js';
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
  const inLane = <T>(id: string, work: () => Promise<T>): Promise<T> => lanes.run(`database:${id}`, work);
  const lifecycles = createLifecycles({
    clock,
    times: options.lifecycle,
    advance: (id, step) =>
      void inLane(id, () => advanceInLane(id, step)).catch(() =>
        onNotice(`The database ${id} could not leave the state "${step.from}".`),
      ),
  });

  const keep = (id: string, record: StoredRecord): Promise<void> => store.write([{ kind: 'database', id, record }]);

  async function createInLane(id: string, record: StoredRecord): Promise<StoredRecord> {
    // Only random numbers that repeat themselves lead here. What was answered once is never overwritten.
    if ((await store.get('database', id)) !== undefined) throw new Error('the new identifier is taken');
    try {
      const served = await servers.follow(id, record);
      await keep(id, served);
      lifecycles.follow(id, served);
      return served;
    } catch (error) {
      await servers.remove(id);
      throw error;
    }
  }

  async function changeInLane(id: string, change: RecordChange): Promise<StoredRecord | undefined> {
    const before = await store.get('database', id);
    if (before === undefined) return undefined;
    // A state that is set, be it the one that it has, is brought about anew: its server may have been killed.
    const isStateSet = Object.hasOwn(change.set ?? {}, 'state');
    const record = await serve(id, changeRecord(before, change), isStateSet ? undefined : before);
    await keep(id, record);
    // A state that was set is there to stay: whoever sets it stages a lifecycle of their own.
    if (record['modifying_state'] !== before['modifying_state']) lifecycles.forget(id);
    return record;
  }

  async function removeInLane(id: string): Promise<boolean> {
    if ((await store.get('database', id)) === undefined) return false;
    await store.write([{ kind: 'database', id }]);
    lifecycles.forget(id);
    await servers.remove(id);
    return true;
  }

  async function advanceInLane(id: string, { from, to }: LifecycleStep): Promise<void> {
    const before = await store.get('database', id);
    if (before?.['modifying_state'] !== from) return;
    const record = { ...before, modifying_state: to };
    await keep(id, record);
    lifecycles.follow(id, record);
  }

  async function resumeInLane(id: string): Promise<void> {
    const before = await store.get('database', id);
    if (before === undefined) return;
    const record = await serve(id, before);
    if (record !== before) await keep(id, record);
    lifecycles.follow(id, record);
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

  return {
    create(request) {
      const record = createDatabaseRecord(request, { now: clock.now(), random, modifyingState: FIRST_STATE });
      const id = record['database_id'] as string;
      return inLane(id, () => createInLane(id, record));
    },
    change: (id, change) => inLane(id, () => changeInLane(id, change)),
    remove: (id) => inLane(id, () => removeInLane(id)),
    async resume() {
      await Promise.all([...(await store.list('database')).keys()].map((id) => inLane(id, () => resumeInLane(id))));
    },
    release: () => lifecycles.forget(),
  };
}
