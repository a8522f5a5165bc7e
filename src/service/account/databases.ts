import type { Clock } from '../../core/shared/clock.js';
import type { KeyedLock } from '../shared/keyed-lock.js';
import { createDatabaseRecord, type NewDatabase } from './database-record.js';
import type { Random } from './random.js';
import { changeRecord, type RecordChange, type RecordStore, type StoredRecord } from './record-store.js';

export interface DatabaseServers {
  /**
   * Applies a record to the server of its database. `active` runs the server with the limits of the record. `suspended`
   * and `passive` stop the server. Any other state changes nothing.
   *
   * @param before the record that was applied last, if it is known.
   * @returns the record, with `endpoint`, `port` and `tls` of a started server.
   * @throws Error with the reason why the server did not start, without secrets.
   */
  apply(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export const noServers: DatabaseServers = {
  apply: async (_, record) => record,
  remove: async () => {},
  close: async () => {},
};

export interface DatabasesOptions {
  readonly store: RecordStore;
  readonly servers: DatabaseServers;
  readonly locks: KeyedLock;
  readonly clock: Clock;
  readonly random: Random;
  /** How long a new database stays in each `modifying_state`, milliseconds. */
  readonly lifecycle: Readonly<Record<'creatingMs' | 'updatingMs', number>>;
  readonly onNotice: (message: string) => void;
}

/** The `modifying_state` at the end of the lifecycle. */
export const AT_REST = '';

/** The lifecycle is the service's own choice: api.md documents no values of `modifying_state`. */
const LIFECYCLE = [
  { from: 'creating', to: 'updating', lasts: 'creatingMs' },
  { from: 'updating', to: AT_REST, lasts: 'updatingMs' },
] as const;

/**
 * The databases of an account. The changes of one database run in sequence. A change is durable when its promise resolves.
 * Stored databases do not change before `resume`.
 */
export class Databases {
  readonly #options: DatabasesOptions;
  /** By id, functions that cancel the next lifecycle step of the databases that are not at rest yet. */
  readonly #timers = new Map<string, () => void>();
  #isClosed = false;

  constructor(options: DatabasesOptions) {
    this.#options = options;
  }

  create(request: NewDatabase): Promise<StoredRecord> {
    const { clock, random, servers } = this.#options;
    const record = createDatabaseRecord(request, { now: clock.now(), random, modifyingState: 'creating' });
    const id = record['database_id'] as string;
    return this.#locked(id, async () => {
      // Only a repeating source of random numbers gets here. A stored record is never overwritten.
      if ((await this.get(id)) !== undefined) throw new Error('the new identifier is taken');
      try {
        const served = await servers.apply(id, record);
        await this.#save(id, served);
        this.#scheduleStep(id, served);
        return served;
      } catch (error) {
        await servers.remove(id);
        throw error;
      }
    });
  }

  get(id: string): Promise<StoredRecord | undefined> {
    return this.#options.store.get('database', id);
  }

  async list(): Promise<readonly StoredRecord[]> {
    return [...(await this.#options.store.list('database')).values()];
  }

  change(id: string, change: RecordChange): Promise<StoredRecord | undefined> {
    return this.#locked(id, async () => {
      const before = await this.get(id);
      if (before === undefined) return undefined;
      // A set state is always applied, even if it is unchanged: the server may have been killed.
      const isSet = (field: string): boolean => Object.hasOwn(change.set ?? {}, field);
      const record = await this.#serve(id, changeRecord(before, change), isSet('state') ? undefined : before);
      await this.#save(id, record);
      // A `modifying_state` that the control API sets ends the automatic lifecycle.
      if (isSet('modifying_state') || !Object.hasOwn(record, 'modifying_state')) this.#cancelStep(id);
      return record;
    });
  }

  remove(id: string): Promise<boolean> {
    return this.#locked(id, async () => {
      if ((await this.get(id)) === undefined) return false;
      await this.#options.store.write([{ kind: 'database', id }]);
      this.#cancelStep(id);
      await this.#options.servers.remove(id);
      return true;
    });
  }

  /** Starts the servers of the stored databases, and restarts their lifecycles at the beginning of the current step. */
  async resume(): Promise<void> {
    const ids = [...(await this.#options.store.list('database')).keys()];
    const resume = async (id: string): Promise<void> => {
      const before = await this.get(id);
      if (before === undefined) return;
      const record = await this.#serve(id, before);
      if (record !== before) await this.#save(id, record);
      this.#scheduleStep(id, record);
    };
    await Promise.all(ids.map((id) => this.#locked(id, () => resume(id))));
  }

  cancelSteps(): void {
    for (const id of this.#timers.keys()) this.#cancelStep(id);
  }

  /** Ends all lifecycles, even of a database that is being created: the body of its request may come late. */
  close(): void {
    this.#isClosed = true;
    this.cancelSteps();
  }

  #locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#options.locks.withLock(`database:${id}`, work);
  }

  #save(id: string, record: StoredRecord): Promise<void> {
    return this.#options.store.write([{ kind: 'database', id, record }]);
  }

  #scheduleStep(id: string, record: StoredRecord): void {
    this.#cancelStep(id);
    const step = LIFECYCLE.find(({ from }) => from === record['modifying_state']);
    if (step === undefined || this.#isClosed) return;
    const { clock, lifecycle, onNotice } = this.#options;
    const due = (): void => {
      this.#timers.delete(id);
      this.#locked(id, () => this.#advance(id, step)).catch(() =>
        onNotice(`The database ${id} could not leave the state "${step.from}".`),
      );
    };
    this.#timers.set(id, clock.schedule(due, lifecycle[step.lasts]));
  }

  #cancelStep(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
  }

  async #advance(id: string, { from, to }: (typeof LIFECYCLE)[number]): Promise<void> {
    const before = await this.get(id);
    if (before?.['modifying_state'] !== from) return;
    const record = { ...before, modifying_state: to };
    await this.#save(id, record);
    this.#scheduleStep(id, record);
  }

  /** The control API can set limits that no server accepts. Such a database has a record and no server. */
  async #serve(id: string, record: StoredRecord, before?: StoredRecord): Promise<StoredRecord> {
    const { servers, onNotice } = this.#options;
    try {
      return await servers.apply(id, record, before);
    } catch (error) {
      onNotice(`The database ${id} has no server: ${(error as Error).message}`);
      return record;
    }
  }
}
