import type { Clock } from '../../core/shared/clock.js';
import { changeRecord, type RecordChange, type StoredRecord } from './stored-record.js';
import { createDatabaseRecord, type NewDatabase } from './database-record.js';
import type { DatabaseServers } from './database-servers.js';
import type { KeyedLock } from '../shared/keyed-lock.js';
import {
  createLifecycles,
  FIRST_STATE,
  type Lifecycles,
  type LifecycleStep,
  type LifecycleTimes,
} from './lifecycle.js';
import type { Random } from './random.js';
import type { RecordStore } from './record-store.js';

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
 * Stored databases do not change before `resume`.
 */
export class Databases {
  readonly #options: DatabasesOptions;
  readonly #lifecycles: Lifecycles;

  constructor(options: DatabasesOptions) {
    const { clock, lifecycle: times, onNotice } = options;
    this.#options = options;
    this.#lifecycles = createLifecycles({
      clock,
      times,
      advance: (id, step) =>
        void this.#locked(id, () => this.#advance(id, step)).catch(() =>
          onNotice(`The database ${id} could not leave the state "${step.from}".`),
        ),
    });
  }

  create(request: NewDatabase): Promise<StoredRecord> {
    const { clock, random } = this.#options;
    const record = createDatabaseRecord(request, { now: clock.now(), random, modifyingState: FIRST_STATE });
    const id = record['database_id'] as string;
    return this.#locked(id, () => this.#create(id, record));
  }

  get(id: string): Promise<StoredRecord | undefined> {
    return this.#options.store.get('database', id);
  }

  async list(): Promise<readonly StoredRecord[]> {
    return [...(await this.#options.store.list('database')).values()];
  }

  /** @returns the changed record, or `undefined` for an unknown id. */
  change(id: string, change: RecordChange): Promise<StoredRecord | undefined> {
    return this.#locked(id, () => this.#change(id, change));
  }

  remove(id: string): Promise<boolean> {
    return this.#locked(id, async () => {
      if ((await this.get(id)) === undefined) return false;
      await this.#options.store.write([{ kind: 'database', id }]);
      this.#lifecycles.forget(id);
      await this.#options.servers.remove(id);
      return true;
    });
  }

  /** Starts the servers of the stored databases, and restarts their lifecycles at the beginning of the current step. */
  async resume(): Promise<void> {
    const ids = [...(await this.#options.store.list('database')).keys()];
    await Promise.all(ids.map((id) => this.#locked(id, () => this.#resume(id))));
  }

  release(): void {
    this.#lifecycles.forget();
  }

  #locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#options.locks.withLock(`database:${id}`, work);
  }

  #save(id: string, record: StoredRecord): Promise<void> {
    return this.#options.store.write([{ kind: 'database', id, record }]);
  }

  async #create(id: string, record: StoredRecord): Promise<StoredRecord> {
    // Only a repeating source of random numbers gets here. A stored record is never overwritten.
    if ((await this.get(id)) !== undefined) throw new Error('the new identifier is taken');
    const { servers } = this.#options;
    try {
      const served = await servers.follow(id, record);
      await this.#save(id, served);
      this.#lifecycles.follow(id, served);
      return served;
    } catch (error) {
      await servers.remove(id);
      throw error;
    }
  }

  async #change(id: string, change: RecordChange): Promise<StoredRecord | undefined> {
    const before = await this.get(id);
    if (before === undefined) return undefined;
    // A set state is always applied, even if it is unchanged: the server may have been killed.
    const isStateSet = Object.hasOwn(change.set ?? {}, 'state');
    const record = await this.#serve(id, changeRecord(before, change), isStateSet ? undefined : before);
    await this.#save(id, record);
    // A `modifying_state` that the control API sets ends the automatic lifecycle.
    if (record['modifying_state'] !== before['modifying_state']) this.#lifecycles.forget(id);
    return record;
  }

  async #advance(id: string, { from, to }: LifecycleStep): Promise<void> {
    const before = await this.get(id);
    if (before?.['modifying_state'] !== from) return;
    const record = { ...before, modifying_state: to };
    await this.#save(id, record);
    this.#lifecycles.follow(id, record);
  }

  async #resume(id: string): Promise<void> {
    const before = await this.get(id);
    if (before === undefined) return;
    const record = await this.#serve(id, before);
    if (record !== before) await this.#save(id, record);
    this.#lifecycles.follow(id, record);
  }

  /** A staged record can have limits that no server accepts. Such a database has a record and no server. */
  async #serve(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord> {
    const { servers, onNotice } = this.#options;
    try {
      return await servers.follow(id, record, before);
    } catch (error) {
      onNotice(`The database ${id} has no server: ${(error as Error).message}`);
      return record;
    }
  }
}
