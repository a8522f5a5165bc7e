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
} from '../../index.js';
import { answer, memoizeLast, readSource, type Source } from '../answer.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Query } from '../queries.js';
import type { Readable } from '../readable.js';
import { readIdParameters, type IdParameters, type Selection } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { fromFleet, requireResult, type FleetSource, type IdSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/** Returns a function that returns the view that answers a query, or `undefined` while there is no fleet. */
function answerFrom<Arguments extends readonly unknown[], T>(
  source: FleetSource,
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: Source<Arguments[Index]> },
  keepPrevious = false,
): () => Readable<T> | undefined {
  const answerOf = memoizeLast((of: Fleet) => answer(query, of, sources, keepPrevious));
  return fromFleet(source, (fleet) => answerOf(fleet)());
}

/**
 * Reads the record of a database into `value`. The value is `undefined` without a record or an id. The database is polled
 * while the host is connected.
 *
 * @example
 * #state = new DatabaseController(this, fleet, () => this.databaseId, (record) => record?.state);
 */
export class DatabaseController<Selected = Database | undefined> extends ViewController<
  Database | undefined,
  Selected
> {
  constructor(
    host: Host,
    fleet: FleetSource,
    id: IdSource,
    ...parameters: IdParameters<Database | undefined, Selected>
  ) {
    const { keepPrevious, selection } = readIdParameters(parameters);
    super(host, answerFrom(fleet, queries.database, [id], keepPrevious), ...selection);
  }
}

/**
 * Reads the entry of a database into `value`: its record with its status, error and time of confirmation. Each answer
 * changes the entry; use a selector to update less often. The entry of an invalid id has the error `invalid-request`.
 *
 * @example
 * #message = new DatabaseEntryController(this, fleet, () => this.databaseId, ({ error }) => error?.message);
 */
export class DatabaseEntryController<I extends Id = Id, Selected = EntryFor<I>> extends ViewController<
  EntryFor<I>,
  Selected
> {
  constructor(host: Host, fleet: FleetSource, id: IdSource<I>, ...parameters: IdParameters<EntryFor<I>, Selected>) {
    const { keepPrevious, selection } = readIdParameters(parameters);
    super(host, answerFrom(fleet, queries.databaseEntry as Query<[Id], EntryFor<I>>, [id], keepPrevious), ...selection);
  }
}

/**
 * Reads the records of all known databases into `value`, in the order in which the fleet first saw them. For a long
 * list, read the ids (`new ViewController(this, fleet.databases.tracked)`) and render each row as an element with its
 * own `DatabaseController`.
 */
export class DatabasesController<Selected = readonly Database[]> extends ViewController<readonly Database[], Selected> {
  constructor(host: Host, fleet: FleetSource, ...selection: Selection<readonly Database[], Selected>) {
    super(host, answerFrom(fleet, queries.databases, []), ...selection);
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
    ...parameters: IdParameters<IndexRecord | undefined, Selected>
  ) {
    const { keepPrevious, selection } = readIdParameters(parameters);
    super(host, answerFrom(fleet, queries.vectorIndex, [id], keepPrevious), ...selection);
  }
}

/**
 * Reads the records of all vector indices of the account into `value`. The list is polled while the host is connected.
 */
export class VectorIndicesController<Selected = readonly IndexRecord[]> extends ViewController<
  readonly IndexRecord[],
  Selected
> {
  constructor(host: Host, fleet: FleetSource, ...selection: Selection<readonly IndexRecord[], Selected>) {
    super(host, answerFrom(fleet, queries.vectorIndices, []), ...selection);
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
    ...selection: Selection<readonly LimitUsage[], Selected>
  ) {
    super(host, answerFrom(fleet, queries.limits, [resource, id]), ...selection);
  }
}

/** Reads a summary of all limits of the fleet into `value`. */
export class FleetSummaryController<Selected = FleetSummary> extends ViewController<FleetSummary, Selected> {
  constructor(host: Host, fleet: FleetSource, ...selection: Selection<FleetSummary, Selected>) {
    super(host, answerFrom(fleet, queries.fleetSummary, []), ...selection);
  }
}

/**
 * Reads the polling status into `value`: whether polling runs, the reason and the end of a pause, and counts of
 * databases and requests. Each request changes the status; use a selector to update less often.
 */
export class PollingStatusController<Selected = PollingStatus> extends ViewController<PollingStatus, Selected> {
  constructor(host: Host, fleet: FleetSource, ...selection: Selection<PollingStatus, Selected>) {
    super(host, answerFrom(fleet, queries.pollingStatus, []), ...selection);
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
 * Creates databases and reads the status of the creation into `value`.
 *
 * @example
 * ```ts
 * #creation = new CreateDatabaseController(this, fleet);
 *
 * override render() {
 *   const creation = this.#creation.value;
 *   return html`
 *     <button ?disabled=${creation.status === 'pending'} @click=${() => this.#creation.create(request)}>Create</button>
 *     ${creation.status === 'failed' ? html`<p role="alert">${creation.error.message}</p>` : nothing}
 *   `;
 * }
 * ```
 */
export class CreateDatabaseController
  extends ViewController<CreationState>
  implements Pick<Creation, 'create' | 'reset'>
{
  readonly create: Creation['create'];
  readonly reset: Creation['reset'];

  constructor(host: Host, fleet: FleetSource) {
    const creation = fromFleet(fleet, memoizeLast(createCreation));
    super(host, creation);
    this.create = (...args) => requireResult(creation).create(...args);
    this.reset = () => requireResult(creation).reset();
  }
}
