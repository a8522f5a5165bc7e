import type { ReactiveControllerHost as Host } from 'lit';
import type {
  Database,
  Fleet,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../../index.js';
import { answer, memoizeLast, readSource, type Source } from '../answer.js';
import { createCreation, type CreationActions, type CreationOptions, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Ids, Query } from '../queries.js';
import type { Readable } from '../readable.js';
import type { DatabaseOptions, IdOptions, SelectOptions } from '../selection.js';
import type { DatabaseEntry } from '../tracked-entry.js';
import type { Id } from '../views-by-id.js';
import { fromFleet, requireResult, type FleetSource, type IdSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/** Returns a function that returns the view that answers a query, or `undefined` while there is no fleet. */
function answerFrom<Arguments extends readonly unknown[], T>(
  source: FleetSource,
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: Source<Arguments[Index]> },
  options?: DatabaseOptions,
): () => Readable<T> | undefined {
  const answerOf = memoizeLast((of: Fleet) => answer(query, of, sources, options));
  return fromFleet(source, (fleet) => answerOf(fleet)());
}

/**
 * Reads the record of a database into `value`. The value is `undefined` without a record or an id. The database is polled
 * while the host is connected.
 *
 * @example
 * #state = new DatabaseController(this, fleet, () => this.databaseId, { select: (record) => record?.state });
 */
export class DatabaseController<Selected = Database | undefined> extends ViewController<
  Database | undefined,
  Selected
> {
  constructor(
    host: Host,
    fleet: FleetSource,
    id: IdSource,
    options?: SelectOptions<Database | undefined, Selected> & DatabaseOptions,
  ) {
    super(host, answerFrom(fleet, queries.database, [id], options), options);
  }
}

/**
 * Reads the entry of a database into `value`: its record with its status, error and time of confirmation, and `refetch`.
 * The host updates when a member changes that it reads. The entry of an invalid id has the error `invalid-request`.
 *
 * @example
 * #entry = new DatabaseEntryController(this, fleet, () => this.databaseId);
 * // in `render`: const { record, error } = this.#entry.value;
 */
export class DatabaseEntryController<I extends Id = Id, Selected = EntryFor<I>> extends ViewController<
  EntryFor<I>,
  Selected
> {
  constructor(
    host: Host,
    fleet: FleetSource,
    id: IdSource<I>,
    options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions,
  ) {
    super(host, answerFrom(fleet, queries.databaseEntry as Query<[Id], EntryFor<I>>, [id], options), options);
  }
}

/**
 * Reads the records of the databases with these ids into `value`, in their order. Databases without a record are left
 * out. Without ids, it reads the records of all known databases. For a long list, read `fleet.databases.tracked` with a
 * `ViewController`, and render each row as an element with its own `DatabaseController`.
 */
export class DatabasesController<Selected = readonly Database[]> extends ViewController<readonly Database[], Selected> {
  constructor(
    host: Host,
    fleet: FleetSource,
    ids?: Source<Ids>,
    options?: SelectOptions<readonly Database[], Selected> & ViewOptions,
  ) {
    super(host, answerFrom(fleet, queries.databases, [ids], options), options);
  }
}

/**
 * Reads the entry of each database with one of these ids into `value`, in their order. The host updates when a member
 * changes that it reads.
 */
export class DatabaseEntriesController<Selected = readonly DatabaseEntry[]> extends ViewController<
  readonly DatabaseEntry[],
  Selected
> {
  constructor(
    host: Host,
    fleet: FleetSource,
    ids: Source<readonly string[]>,
    options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions,
  ) {
    super(host, answerFrom(fleet, queries.databaseEntries, [ids], options), options);
  }
}

/**
 * Reads the record of a vector index into `value`. The value is `undefined` without a record or an id. The list of
 * indices is polled while the host is connected.
 */
export class VectorIndexController<Selected = IndexRecord | undefined> extends ViewController<
  IndexRecord | undefined,
  Selected
> {
  constructor(
    host: Host,
    fleet: FleetSource,
    id: IdSource,
    options?: SelectOptions<IndexRecord | undefined, Selected> & IdOptions,
  ) {
    super(host, answerFrom(fleet, queries.vectorIndex, [id], options), options);
  }
}

/**
 * Reads the records of all vector indices of the account into `value`. The list is polled while the host is connected.
 */
export class VectorIndicesController<Selected = readonly IndexRecord[]> extends ViewController<
  readonly IndexRecord[],
  Selected
> {
  constructor(host: Host, fleet: FleetSource, options?: SelectOptions<readonly IndexRecord[], Selected>) {
    super(host, answerFrom(fleet, queries.vectorIndices, []), options);
  }
}

/**
 * Reads the limits of a database or a vector index with their usage into `value`. The list is empty without a record or
 * an id.
 *
 * @example
 * #limits = new LimitsController(this, fleet, 'database', () => this.databaseId);
 * @see api.md, Limits.
 */
export class LimitsController<Selected = readonly LimitUsage[]> extends ViewController<
  readonly LimitUsage[],
  Selected
> {
  constructor(
    host: Host,
    fleet: FleetSource,
    resource: Source<ResourceKind>,
    id: IdSource,
    options?: SelectOptions<readonly LimitUsage[], Selected>,
  ) {
    super(host, answerFrom(fleet, queries.limits, [resource, id]), options);
  }
}

/** Reads a summary of all limits of the fleet into `value`. */
export class FleetSummaryController<Selected = FleetSummary> extends ViewController<FleetSummary, Selected> {
  constructor(host: Host, fleet: FleetSource, options?: SelectOptions<FleetSummary, Selected>) {
    super(host, answerFrom(fleet, queries.fleetSummary, []), options);
  }
}

/**
 * Reads the polling status into `value`: whether polling runs, the reason and the end of a pause, and counts of
 * databases and requests. Each request changes the status; use `select` to update less often.
 */
export class PollingStatusController<Selected = PollingStatus> extends ViewController<PollingStatus, Selected> {
  constructor(host: Host, fleet: FleetSource, options?: SelectOptions<PollingStatus, Selected>) {
    super(host, answerFrom(fleet, queries.pollingStatus, []), options);
  }
}

/**
 * Reads the last transitions into `value`, newest first, including transitions from before the element was created. To
 * run code for each transition, subscribe to `transitionsOf(fleet)` in `connectedCallback`.
 *
 * If the limit is not an integer of 0 or more, the update of the host and the read of `value` throw FleetError
 * `invalid-request`.
 *
 * @example
 * #transitions = new TransitionsController(this, fleet, () => ({ id: this.databaseId, limit: 10 }));
 */
export class TransitionsController extends ViewController<readonly Transition[]> {
  /** @param options the options, or a function that returns them. Each update of the host calls the function */
  constructor(host: Host, fleet: FleetSource, options: Source<RecentTransitionsOptions> = {}) {
    super(
      host,
      answerFrom(fleet, queries.transitions, [() => readSource(options).id, () => readSource(options).limit]),
    );
  }
}

/**
 * Creates databases and reads the state of the creation into `value`.
 *
 * @example
 * ```ts
 * #creation = new CreateDatabaseController(this, fleet, { onSuccess: () => this.#form.reset() });
 *
 * override render() {
 *   const { isPending, error } = this.#creation.value;
 *   return html`
 *     <button ?disabled=${isPending} @click=${() => this.#creation.create(request)}>Create</button>
 *     ${error ? html`<p role="alert">${error.message}</p>` : nothing}
 *   `;
 * }
 * ```
 */
export class CreateDatabaseController extends ViewController<CreationState> implements CreationActions {
  readonly create: CreationActions['create'];
  readonly createAsync: CreationActions['createAsync'];
  readonly reset: CreationActions['reset'];

  constructor(host: Host, fleet: FleetSource, options?: CreationOptions) {
    const creation = fromFleet(
      fleet,
      memoizeLast((of: Fleet) => createCreation(of, { current: options })),
    );
    super(host, creation);
    this.create = (...args) => requireResult(creation).actions.create(...args);
    this.createAsync = (...args) => requireResult(creation).actions.createAsync(...args);
    this.reset = () => requireResult(creation).actions.reset();
  }
}
