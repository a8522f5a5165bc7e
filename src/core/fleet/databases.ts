import { signalOption, type CallOptions } from '../client/call-options.js';
import { MIN_INTERVAL_MS } from '../polling/cadence.js';
import { checkOptions } from '../shared/read-options.js';
import type { Database, DatabaseWithCredentials } from '../records/database.js';
import { aBoolean, amount, finite, optional } from '../shared/option-schemas.js';
import type { EntityViews, View } from '../store/view.js';
import type { Entry } from '../store/entry.js';
import { createSource, type Source } from '../store/source.js';
import { inspectId } from '../wire/identifier.js';
import { checkId, checkIds, checkedViews } from './check-ids.js';
import type { Kernel } from './kernel.js';

/** The credential fields of a database, and any further credential fields that the service sends. */
export type DatabaseCredentials = Pick<DatabaseWithCredentials, 'password' | 'rest_token' | 'read_only_rest_token'> & {
  readonly [field: string]: unknown;
};

/**
 * The databases of a fleet. The API has no list of databases, so the fleet holds the databases whose ids it was given.
 * An id is known, and polled, while it is added, leased by `track`, waited for, or while a view of it has a subscriber.
 *
 * Every method that takes an id or options throws FleetError `invalid-request`, whose `issues` name each invalid id and
 * option, or rejects with it. Then the call has changed nothing.
 */
export interface Databases extends Omit<EntityViews<Database>, 'ids' | 'entry' | 'record' | 'field'> {
  /**
   * The record with its status, error and times. Emits after every answer, since an answer confirms it. Without options,
   * each call returns the same view for an id; with options, a new view.
   */
  entry(id: string, options?: ViewOptions): View<Entry<Database>>;
  /**
   * The record alone. Emits only when the record changes, not when an answer is equal to it.
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
   * Adds ids to the fleet: they are known until `remove`. Adding an id again has no effect, but the store saves the id again
   * if another tab has removed it. Does nothing after `dispose`.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each invalid id; then no id is added. `remove` and `track`
   *   throw it too
   */
  add(ids: string | Iterable<string>): void;
  /**
   * Removes ids from the fleet: the opposite of `add`, even for a created id. The database itself is not deleted. An id
   * that is not added is skipped. Does nothing after `dispose`.
   *
   * An id stays known while it is leased, waited for or observed. Otherwise its poll in flight is aborted, and its record
   * and usage are forgotten after `retainMs`.
   */
  remove(ids: string | Iterable<string>): void;
  /**
   * Leases ids: they are known until the returned function is called. Use leases for the ids of a part of a program, such
   * as a page that gets its ids from a server. An id is leased until all its leases have ended. Leases are neither saved nor
   * part of a snapshot. Does nothing after `dispose`.
   *
   * @returns a function that ends this lease; calling it again does nothing
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
   * const recent = await fleet.databases.refresh('93e3a3e0b1', { maxAgeMs: 10_000 });
   * ```
   * @see api.md, Get a database.
   */
  refresh(id: string, options?: RefreshOptions): Promise<Database>;
  /**
   * The credentials that the service sent for this id, from memory only; `undefined` if the service sent none. They are
   * secrets: pass them only to code that needs them. `fetchCredentials` reads them from the service.
   */
  credentials(id: string): DatabaseCredentials | undefined;
}

/** The options of a lease. */
export interface PaceOptions {
  /**
   * The longest time between two polls of the id, milliseconds, 100 or more. The shortest of this, the cadence and the
   * other paces of the id counts. After failures the backoff can be longer.
   *
   * @default the cadence decides alone
   */
  readonly everyMs?: number | undefined;
}

/** The options of a view of one database. */
export interface ViewOptions extends PaceOptions {
  /**
   * With `true`, a subscription does not make the id known, so it starts no polling. The view shows what the fleet knows
   * for another reason, such as a lease, a `refresh` or `upsertDatabase`. Then `everyMs` has no effect.
   *
   * @default false
   */
  readonly passive?: boolean | undefined;
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

const pace = optional(finite(`milliseconds, ${MIN_INTERVAL_MS} or more`, (ms) => ms >= MIN_INTERVAL_MS));

const paceOptions = { everyMs: pace };

export const viewOptions = { everyMs: pace, passive: optional(aBoolean) };

export const refreshOptions = { signal: signalOption, maxAgeMs: optional(amount) };

export function createDatabases(kernel: Kernel): Databases {
  const { databases: store, known, answers } = kernel;
  const views = checkedViews(store);
  const withInterest = createPacedViews(kernel);

  return {
    ...views,
    entry: (id, options) => withInterest(id, views.entry(id), options),
    record: (id, options) => withInterest(id, views.record(id), options),
    field: (id, field, options) => withInterest(id, views.field(id, field), options),
    known: store.ids,
    tracked: known.tracked,
    add: (ids) => known.add(checkIds(ids)),
    remove: (ids) => known.remove(checkIds(ids)),
    track(ids, options) {
      const checked = checkIds(ids);
      return known.want(checked, 'tracked', checkOptions('configure', paceOptions, options).everyMs);
    },
    async refresh(id, options) {
      const { signal, maxAgeMs } = checkOptions('get-database', refreshOptions, options, '', inspectId(id));
      return known.request(id, signal, maxAgeMs);
    },
    credentials: (id) => answers.database.credentials(checkId(id)),
  };
}

/** Makes a view whose subscribers have an interest of their own. Without options, it returns the given view. */
function createPacedViews({ commits, databases, known }: Kernel) {
  const watched = new Map<string, Set<Source<unknown>>>();
  databases.onChange((id) => watched.get(id)?.forEach((source) => source.changed()));

  return <T>(id: string, view: View<T>, options: ViewOptions | undefined): View<T> => {
    if (options === undefined) return view;
    const { everyMs, passive } = checkOptions('configure', viewOptions, options);
    if (everyMs === undefined && !passive) return view;
    let endInterest: (() => void) | undefined;
    const read = (): T => view.value;
    const source: Source<T> = createSource(commits, read, (isWatched) => {
      const sources = watched.get(id) ?? new Set<Source<unknown>>();
      sources[isWatched ? 'add' : 'delete'](source);
      if (sources.size > 0) watched.set(id, sources);
      else watched.delete(id);
      if (!isWatched) endInterest?.();
      else if (!passive) endInterest = known.want([id], 'observed', everyMs);
    });
    return source.view;
  };
}
