import type { CreateDatabaseRequest } from '../api/create-database.js';
import type { Database, DatabaseWithCredentials } from '../api/database.js';
import { inspectId } from '../api/identifier.js';
import { checkCall } from '../api/inspect-call.js';
import type { CallOptions, CreateDatabaseOptions } from '../api/management-client.js';
import type { Answers } from '../effects/answers.js';
import { checkId, checkIds } from '../effects/check-ids.js';
import { checkedViews } from '../effects/checked-views.js';
import type { CreateDatabase } from '../effects/create-database.js';
import type { KnownIds } from '../effects/known-ids.js';
import type { RefreshDatabase } from '../effects/refresh-database.js';
import type { RequestGate } from '../polling/request-gate.js';
import { FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../state/entity-store.js';
import type { EntityViews } from '../state/entity-views.js';
import type { View } from '../state/view.js';
import type { WaitForOptions } from '../transitions/wait-for.js';

/** The credential fields that the service sends with a database, and whatever else of that kind it may send. */
export type DatabaseCredentials = Pick<DatabaseWithCredentials, 'password' | 'rest_token' | 'read_only_rest_token'> & {
  readonly [field: string]: unknown;
};

/**
 * The databases of a fleet. The API lists none, so the store holds those whose ids it was given. An id is known, and
 * polled, while it is added, leased by `track`, waited for, or while any of its views has a subscriber.
 *
 * Every method that takes an id throws, or rejects with, FleetError `invalid-request` if it cannot be an id.
 */
export interface Databases extends Omit<EntityViews<Database>, 'ids'> {
  /** The known ids, in the order in which they became known: those of `tracked`, and those that are only looked at. */
  readonly known: View<readonly string[]>;
  /**
   * The added and the leased ids, in the order in which they became known: a list of databases shows these. A list of
   * `known` would keep each of its rows known by showing it.
   */
  readonly tracked: View<readonly string[]>;
  /**
   * Creates a database and adds its id. Its record is in the store, and its credentials are available from
   * `credentials(id)`. The request is sent once at most. It is not sent if it would wait longer than the option
   * `queueTimeoutMs` of `polling`.
   *
   * @throws FleetError as `ManagementClient.createDatabase`, above all `invalid-request` and `outcome-unknown`;
   *   `rate-limited` with `retryAfterMs`, also where it was not sent; `disposed`.
   * @see api.md, Create a database.
   */
  create(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<Database>;
  /**
   * Adds ids to the fleet: they are known until `remove`. To add an id twice is to add it once. After `dispose` it does
   * nothing.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each value that cannot be an id; then none is added.
   * @example
   * ```ts
   * fleet.databases.add(['93e3a3e0b1', '5f0c2d1b77']);
   * ```
   */
  add(ids: string | Iterable<string>): void;
  /**
   * Removes ids from the fleet: the opposite of `add`, also for a created id. The database itself stays as it is in the
   * service. An id that is not added is skipped. After `dispose` it does nothing.
   *
   * An id stays known while it is leased, waited for or observed. Otherwise a poll of it that is under way is aborted,
   * and its record and usage are forgotten after `retainMs`.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each value that cannot be an id; then none is removed.
   */
  remove(ids: string | Iterable<string>): void;
  /**
   * Leases ids: they are known until the returned function is called. For ids that belong to a part of a program, such
   * as a page whose ids come from its server. Leases are counted: an id is leased until all of its leases have ended.
   * They are part of no snapshot. After `dispose` it does nothing.
   *
   * @returns a function that ends this lease. Calling it again does nothing.
   * @throws FleetError `invalid-request`, whose `issues` name each value that cannot be an id; then none is leased.
   * @example
   * ```ts
   * const end = fleet.databases.track(idsOfThisPage);
   * // when the page closes
   * end();
   * ```
   */
  track(ids: string | Iterable<string>): () => void;
  /**
   * Asks the service for one database now, known or not, before all other requests. Callers of the same id share the
   * request that is under way.
   *
   * @throws FleetError any code of `ManagementClient.getDatabase`; `invalid-request` without an id; `rate-limited` also
   *   where it would wait longer than the option `queueTimeoutMs` of `polling`: then it is not sent; `disposed`.
   * @example
   * ```ts
   * const database = await fleet.databases.refresh('93e3a3e0b1');
   * ```
   * @see api.md, Get a database.
   */
  refresh(id: string, options?: CallOptions): Promise<Database>;
  /**
   * Asks the service for all known databases now, and gives their records. The failure of one does not keep the others
   * from being asked. If the service refuses the account, does not answer at all, or asks to wait longer than
   * `queueTimeoutMs`, the rest is not asked.
   *
   * @throws FleetError the first failure, after all were asked; each failure is in its entry. `disposed`.
   */
  refreshAll(options?: CallOptions): Promise<readonly Database[]>;
  /**
   * Waits until a database is as wanted, polling it quickly meanwhile. A failure from before the wait does not count.
   *
   * @throws FleetError at once where it cannot succeed any more: `not-found`, `unauthorized`, `forbidden`, `disposed`;
   *   `timeout` with what was last seen; `aborted`.
   * @example
   * ```ts
   * const ready = await fleet.databases.waitFor(id, atRest, { timeoutMs: 60_000 });
   * ```
   */
  waitFor(id: string, predicate: (record: Database) => boolean, options?: WaitForOptions): Promise<Database>;
  /** What the service sent of this id's credentials, from memory only. A secret: hand it to what needs it, and to nothing else. */
  credentials(id: string): DatabaseCredentials | undefined;
}

/** What the databases of a fleet are made of. */
export interface DatabasesParts {
  readonly store: EntityStore<Database>;
  readonly known: KnownIds;
  readonly gate: Pick<RequestGate, 'breaker' | 'concurrency' | 'waitError'>;
  readonly answers: Answers<Database>;
  readonly createDatabase: CreateDatabase;
  readonly refreshDatabase: RefreshDatabase;
  readonly waitFor: Databases['waitFor'];
}

/** How many of all known databases are asked for at a time; the gate decides how many of those are sent. */
const REFRESH_WIDTH = 64;

export function createDatabases(parts: DatabasesParts): Databases {
  const { store, known, gate, answers, createDatabase, refreshDatabase, waitFor } = parts;

  function ask(id: string, signal: AbortSignal | undefined): Promise<Database> {
    // Then it asks for nothing, and there is nothing to let go of.
    const isGivenUp = signal?.aborted;
    return refreshDatabase(id, 'user', signal).then(
      (record) => {
        known.visit(id, true);
        return record;
      },
      (failure: unknown) => {
        if (!isGivenUp) known.visit(id, false);
        throw failure;
      },
    );
  }

  async function askForAll(signal: AbortSignal | undefined): Promise<readonly Database[]> {
    const ids = store.ids.value.values();
    const failures: unknown[] = [];
    let isInVain = false;
    const note = (failure: unknown): void => {
      failures.push(failure);
      isInVain ||= gate.breaker !== 'closed' || isEnd(failure) || gate.waitError('get-database') !== undefined;
    };
    async function askOneByOne(): Promise<void> {
      for (const id of ids) {
        await ask(id, signal).catch(note);
        if (isInVain) return;
      }
    }
    // More than can be in flight would only wait, and a request that waits too long fails.
    const width = Math.min(REFRESH_WIDTH, gate.concurrency);
    await Promise.all(Array.from({ length: width }, askOneByOne));
    if (failures.length > 0) throw failures.find(isEnd) ?? failures[0];
    return store.all.value;
  }

  return {
    ...checkedViews(store),
    known: store.ids,
    tracked: known.tracked,
    create: createDatabase,
    add: (ids) => known.add(checkIds(ids)),
    remove: (ids) => known.remove(checkIds(ids)),
    track: (ids) => known.track(checkIds(ids)),
    refresh: async (id, options) => ask(id, checkCall('get-database', options, () => inspectId(id)).signal),
    refreshAll: async (options) => askForAll(checkCall('get-database', options, () => []).signal),
    waitFor,
    credentials: (id) => answers.credentials(checkId(id)),
  };
}

/** Nothing that is asked for after it is answered. */
function isEnd(failure: unknown): boolean {
  return failure instanceof FleetError && (failure.code === 'aborted' || failure.code === 'disposed');
}
