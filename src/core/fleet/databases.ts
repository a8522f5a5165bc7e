import type { CreateDatabaseRequest } from '../api/create-database.js';
import type { Database, DatabaseWithCredentials } from '../api/database.js';
import { inspectId } from '../api/identifier.js';
import { callRules, checkCall } from '../api/inspect-call.js';
import { anAmount, type OptionRules } from '../api/read-options.js';
import type { CallOptions, CreateDatabaseOptions } from '../api/management-client.js';
import type { Answers } from '../effects/answers.js';
import { checkId, checkIds } from '../effects/check-ids.js';
import { checkedViews } from '../effects/checked-views.js';
import type { CreateDatabase } from '../effects/create-database.js';
import type { KnownIds } from '../effects/known-ids.js';
import { paceRules, type PaceOptions, type ViewOptions, type WithInterest } from '../effects/paced-views.js';
import type { PutDatabase, PutOptions } from '../effects/put-database.js';
import type { RefreshAll } from '../effects/refresh-all.js';
import type { EntityStore } from '../state/entity-store.js';
import type { EntityViews } from '../state/entity-views.js';
import type { Entry } from '../state/entry.js';
import type { View } from '../state/view.js';
import type { UnconfirmedCreate, UnconfirmedCreates } from '../effects/unconfirmed-creates.js';
import type { WaitForOptions } from '../transitions/wait-for.js';

/** The credential fields of a database, and any further credential fields that the service sends. */
export type DatabaseCredentials = Pick<DatabaseWithCredentials, 'password' | 'rest_token' | 'read_only_rest_token'> & {
  readonly [field: string]: unknown;
};

/**
 * The databases of a fleet. The API has no list of databases, so the fleet holds the databases whose ids it was given.
 * An id is known, and polled, while it is added, leased by `track`, waited for, or while a view of it has a subscriber.
 *
 * Every method that takes an id throws FleetError `invalid-request` for an invalid id, or rejects with it.
 */
export interface Databases extends Omit<EntityViews<Database>, 'ids' | 'entry' | 'record' | 'field'> {
  /**
   * The record with its status, error, times and drift. Emits after every response, since a response confirms it.
   *
   * Without options, each call returns the same view for an id. With options it returns a new view.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each invalid option; also `record` and `field`
   */
  entry(id: string, options?: ViewOptions): View<Entry<Database>>;
  /**
   * The record alone. Emits only when the record changes, not when a response is equal to it.
   *
   * @example
   * ```ts
   * const live = fleet.databases.record(id, { everyMs: 5000 }); // polls every 5 s while it has subscribers
   * const known = fleet.databases.record(id, { passive: true }); // starts no polling
   * ```
   */
  record(id: string, options?: ViewOptions): View<Database | undefined>;
  /** One field of the record. Emits only when this field changes. */
  field<Field extends keyof Database>(
    id: string,
    field: Field,
    options?: ViewOptions,
  ): View<Database[Field] | undefined>;
  /** The known ids: the tracked ids, and ids that are only observed or waited for. In the order in which they became known. */
  readonly known: View<readonly string[]>;
  /**
   * The added and the leased ids, in the order in which they became known. Show these in a list of databases: a list of
   * `known` would observe each of its rows, and so keep every row known.
   */
  readonly tracked: View<readonly string[]>;
  /**
   * Creates a database and adds its id. Its record is in the store, and its credentials are available from
   * `credentials(id)`. The request is sent at most once. It is not sent if it would wait longer than
   * `polling.queueTimeoutMs`.
   *
   * @returns the record without its credentials
   * @throws FleetError any code of `ManagementClient.createDatabase`, for example `invalid-request` or `outcome-unknown`;
   *   `rate-limited` with `retryAfterMs`, also if it was not sent; `disposed`
   * @example
   * ```ts
   * const { database_id } = await fleet.databases.create(request);
   * ```
   * @see api.md, Create a database.
   */
  create(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<Database>;
  /**
   * The creates whose outcome is not known, oldest first: creates that rejected with `outcome-unknown`, and with a store
   * also creates during which the process ended. Look in the console of the service whether the database exists, then
   * call `resolveUnconfirmed`.
   */
  readonly unconfirmed: View<readonly UnconfirmedCreate[]>;
  /**
   * Removes a create from `unconfirmed`.
   *
   * @param databaseId adds the id of the database. Leave it out if no database was created.
   * @throws FleetError `invalid-request` for an unknown key or an invalid id
   */
  resolveUnconfirmed(key: string, databaseId?: string): void;
  /**
   * Adds ids to the fleet: they are known until `remove`. Adding an id again has no effect. Does nothing after `dispose`.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each invalid id; then no id is added
   * @example
   * ```ts
   * fleet.databases.add(['93e3a3e0b1', '5f0c2d1b77']);
   * ```
   */
  add(ids: string | Iterable<string>): void;
  /**
   * Removes ids from the fleet: the opposite of `add`, also for a created id. The database itself is not deleted. An id
   * that is not added is skipped. Does nothing after `dispose`.
   *
   * An id stays known while it is leased, waited for or observed. Otherwise its poll in flight is aborted, and its record
   * and usage are forgotten after `retainMs`.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each invalid id; then no id is removed
   */
  remove(ids: string | Iterable<string>): void;
  /**
   * Leases ids: they are known until the returned function is called. Use leases for the ids of a part of a program, such
   * as a page that gets its ids from a server. Leases are counted: an id is leased until all its leases have ended.
   * Snapshots contain no leases. Does nothing after `dispose`.
   *
   * A lease can ask for a pace of its own. When it ends, the slower pace applies from the next turn of the event loop on.
   *
   * @returns a function that ends this lease; calling it again does nothing
   * @throws FleetError `invalid-request`, whose `issues` name each invalid id or option; then no id is leased
   * @example
   * ```ts
   * const endLease = fleet.databases.track(idsOfThisPage);
   * // when the page closes
   * endLease();
   * ```
   */
  track(ids: string | Iterable<string>, options?: PaceOptions): () => void;
  /**
   * Reads one database now, known or not, with the highest priority. Concurrent callers with the same id share one request.
   * With `maxAgeMs`, a record that was confirmed less than this ago is returned without a request.
   *
   * @throws FleetError any code of `ManagementClient.getDatabase`; `invalid-request` without an id; `rate-limited` also if
   *   the request would wait longer than `polling.queueTimeoutMs`, and then it is not sent; `disposed`
   * @example
   * ```ts
   * const database = await fleet.databases.refresh('93e3a3e0b1');
   * const recent = await fleet.databases.refresh('93e3a3e0b1', { maxAgeMs: 10_000 });
   * ```
   * @see api.md, Get a database.
   */
  refresh(id: string, options?: RefreshOptions): Promise<Database>;
  /**
   * Reads all known databases now and returns their records. The failure of one database does not stop the others. If the
   * service refuses the account, does not answer, or asks to wait longer than `polling.queueTimeoutMs`, the remaining
   * databases are not read.
   *
   * @throws FleetError the first failure, after all requests; each entry holds its own failure. `disposed`
   */
  refreshAll(options?: CallOptions): Promise<readonly Database[]>;
  /**
   * Waits until the record of a database satisfies `predicate`, and polls the database every 2 s meanwhile. Failures from
   * before the wait are ignored.
   *
   * @throws FleetError at once if the wait can no longer succeed: `not-found`, `unauthorized`, `forbidden`, `disposed`;
   *   `timeout`, whose message names the last state; `aborted`
   * @example
   * ```ts
   * const ready = await fleet.databases.waitFor(id, atRest, { timeoutMs: 60_000 });
   * ```
   */
  waitFor(id: string, predicate: (record: Database) => boolean, options?: WaitForOptions): Promise<Database>;
  /**
   * Takes a record that was learnt elsewhere, for example by a webhook or from a server that rendered the page. It is
   * decoded as an answer of the service is, and its credentials are split off. It makes transitions as an answer does.
   *
   * The order of reading decides between two records of an id. The put changes nothing if `readAt` is before the
   * entry's `confirmedAt`, or before the start of a request that was answered with 404. A request in flight that
   * started after `readAt` goes on, and its answer replaces the record. A request in flight that started before `readAt`
   * goes on, and its answer is dropped.
   *
   * The id does not become known. Call `add` or `track` for that. The record of an id that is not known is kept for
   * `retainMs`. Inside a subscriber, the put takes effect after the running notification. It does nothing after `dispose`.
   *
   * @param record all fields of the record, as the service returns them; at most `recordLimitBytes` characters of JSON.
   *   Pass the record of `decodeDatabase(text)` to keep every digit of integers beyond 2^53.
   * @throws FleetError `invalid-request`, whose `issues` name each invalid path; then nothing is changed
   * @example
   * ```ts
   * fleet.databases.put(event.database, { readAt: Date.parse(event.time) });
   * ```
   * @see api.md, Resources and their fields, Database record.
   */
  put(record: Database, options?: PutOptions): void;
  /**
   * The credentials that the service sent for this id, from memory only; `undefined` if the service sent none. They are
   * secrets: pass them only to code that needs them.
   */
  credentials(id: string): DatabaseCredentials | undefined;
  /**
   * Reads one database with its credentials now, as `refresh` does. All other reads ask the service to leave the
   * credentials out. They are kept in memory only, for `credentials(id)`, and never saved or shown.
   *
   * @returns the credentials that the service sent for this id; `undefined` if it sent none
   * @throws FleetError any code of `refresh`; `forbidden` in a fleet without credentials of an account, such as behind the
   *   proxy
   * @example
   * ```ts
   * const { password } = (await fleet.databases.fetchCredentials('93e3a3e0b1')) ?? {};
   * ```
   */
  fetchCredentials(id: string, options?: CallOptions): Promise<DatabaseCredentials | undefined>;
}

/** The options of `databases.refresh`. */
export interface RefreshOptions extends CallOptions {
  /**
   * How old the stored record may be, milliseconds since its last confirmation, 0 or more. A record that is younger is
   * returned without a request; `Infinity` accepts any record. The record of a missing database is never returned.
   *
   * @default 0 a request is always sent, or a request in flight is joined
   */
  readonly maxAgeMs?: number | undefined;
}

const refreshRules = { ...callRules, maxAgeMs: anAmount } satisfies OptionRules;

/** The parts that {@link createDatabases} needs. */
export interface DatabasesParts {
  readonly store: EntityStore<Database>;
  readonly known: KnownIds<Database>;
  readonly refreshAll: RefreshAll;
  readonly answers: Answers<Database>;
  readonly createDatabase: CreateDatabase;
  readonly waitFor: Databases['waitFor'];
  readonly unconfirmed: UnconfirmedCreates;
  readonly put: PutDatabase;
  readonly withInterest: WithInterest;
  readonly fetchCredentials: FetchCredentials;
}

/** Reads the credentials of a database. */
export type FetchCredentials = (id: string, signal?: AbortSignal) => Promise<DatabaseCredentials | undefined>;

export function createDatabases(parts: DatabasesParts): Databases {
  const { store, known, refreshAll, answers, createDatabase, waitFor, unconfirmed, put, withInterest } = parts;
  const { fetchCredentials } = parts;
  const views = checkedViews(store);

  return {
    ...views,
    entry: (id, options) => withInterest(id, views.entry(id), options),
    record: (id, options) => withInterest(id, views.record(id), options),
    field: (id, field, options) => withInterest(id, views.field(id, field), options),
    known: store.ids,
    tracked: known.tracked,
    create: createDatabase,
    unconfirmed: unconfirmed.view,
    resolveUnconfirmed: unconfirmed.resolve,
    add: (ids) => known.add(checkIds(ids)),
    remove: (ids) => known.remove(checkIds(ids)),
    track(ids, options) {
      const checked = checkIds(ids);
      return known.track(checked, checkCall('configure', options, paceRules).everyMs);
    },
    async refresh(id, options) {
      const { signal, maxAgeMs } = checkCall('get-database', options, refreshRules, () => inspectId(id));
      return known.request(id, signal, maxAgeMs);
    },
    refreshAll: async (options) => refreshAll(checkCall('get-database', options, callRules).signal),
    waitFor,
    put,
    credentials: (id) => answers.credentials(checkId(id)),
    fetchCredentials: async (id, options) =>
      fetchCredentials(id, checkCall('get-database', options, callRules, () => inspectId(id)).signal),
  };
}
