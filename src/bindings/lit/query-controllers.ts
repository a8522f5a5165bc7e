import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import type { ReactiveControllerHost } from 'lit';
import type {
  Database,
  Entry,
  Fleet,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
} from '../../index.js';
import { readIdParameters, viewsById, type IdParameters } from '../keep-previous.js';
import { memoizeLast } from '../memoize-last.js';
import {
  databaseEntryQuery,
  databaseQuery,
  limitsById,
  ownOptions,
  recentTransitionsOf,
  vectorIndexQuery,
  type Id,
  type IdQuery,
} from '../queries.js';
import type { Readable } from '../readable.js';
import { fromFleet, readId, type FleetSource, type IdSource } from './fleet-source.js';
import { ViewController } from './view-controller.js';

/** Returns a function that returns the view of the present id. The function returns `undefined` while there is no fleet. */
function fromFleetById<T>(
  source: FleetSource,
  id: IdSource,
  query: IdQuery<T>,
  keepPrevious: boolean,
): () => Readable<T> | undefined {
  const viewsOf = memoizeLast((fleet: Fleet) => viewsById(fleet, query, keepPrevious));
  return fromFleet(source, (fleet) => viewsOf(fleet)(readId(id)));
}

/**
 * Reads the record of a database into `value`. The value is `undefined` without a record or an id. The database is polled
 * while the host is connected.
 *
 * @example
 * ```ts
 * #database = new DatabaseController(this, fleet, () => this.databaseId);
 * #state = new DatabaseController(this, fleet, () => this.databaseId, (record) => record?.state);
 * ```
 */
export class DatabaseController<Selected = Database | undefined> extends ViewController<
  Database | undefined,
  Selected
> {
  /**
   * @param parameters options, or a selector, a comparison and options. The selector derives a selection; the host then
   *   updates when the selection changes. The comparison keeps the last selection while the new selection is equal
   *   (`Object.is` by default). The options tell whether the value of the previous id stays after a change of the id
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    id: IdSource,
    ...parameters: IdParameters<Database | undefined, Selected>
  ) {
    const { keepPrevious, selection } = readIdParameters(parameters);
    super(host, fromFleetById(fleet, id, databaseQuery, keepPrevious), ...selection);
  }
}

/** An id that is never `undefined` always has an entry. */
type EntryFor<I extends Id> = Entry<Database> | Extract<I, undefined>;

/**
 * Reads the entry of a database into `value`: its record with its status, error and time of confirmation. The host
 * updates with every answer, since every answer confirms the entry. Use a selector to update less often.
 *
 * The entry of an invalid id has the error `invalid-request`.
 *
 * @example
 * ```ts
 * #entry = new DatabaseEntryController(this, fleet, () => this.databaseId);
 * #message = new DatabaseEntryController(this, fleet, () => this.databaseId, ({ error }) => error?.message);
 * ```
 */
export class DatabaseEntryController<I extends Id = Id, Selected = EntryFor<I>> extends ViewController<
  EntryFor<I>,
  Selected
> {
  /**
   * @param parameters options, or a selector, a comparison and options. The selector derives a selection; the host then
   *   updates when the selection changes. The comparison keeps the last selection while the new selection is equal
   *   (`Object.is` by default). The options tell whether the value of the previous id stays after a change of the id
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    id: IdSource<I>,
    ...parameters: IdParameters<EntryFor<I>, Selected>
  ) {
    const { keepPrevious, selection } = readIdParameters(parameters);
    super(host, fromFleetById(fleet, id, databaseEntryQuery as IdQuery<EntryFor<I>>, keepPrevious), ...selection);
  }
}

/**
 * Reads the records of all known databases into `value`, in the order in which the fleet first saw them. The host updates
 * when any record changes. For a long list, read the ids (`new ViewController(this, fleet.databases.tracked)`) and render
 * each row as an element with its own `DatabaseController`.
 *
 * @example
 * ```ts
 * #count = new DatabasesController(this, fleet, (records) => records.length);
 * ```
 */
export class DatabasesController<Selected = readonly Database[]> extends ViewController<readonly Database[], Selected> {
  /**
   * @param selector derives a selection; the host then updates when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (records: readonly Database[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    const view = fromFleet(fleet, ({ databases }) => databases.all);
    super(host, view, selector, equals);
  }
}

/**
 * Reads the record of a vector index into `value`. The value is `undefined` without a record or an id. The list of indices
 * is polled while the host is connected.
 *
 * @example
 * ```ts
 * #index = new VectorIndexController(this, fleet, () => this.indexId);
 * #dimensions = new VectorIndexController(this, fleet, () => this.indexId, (record) => record?.dimension_count);
 * ```
 */
export class VectorIndexController<Selected = IndexRecord | undefined> extends ViewController<
  IndexRecord | undefined,
  Selected
> {
  /**
   * @param parameters options, or a selector, a comparison and options. The selector derives a selection; the host then
   *   updates when the selection changes. The comparison keeps the last selection while the new selection is equal
   *   (`Object.is` by default). The options tell whether the value of the previous id stays after a change of the id
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    id: IdSource,
    ...parameters: IdParameters<IndexRecord | undefined, Selected>
  ) {
    const { keepPrevious, selection } = readIdParameters(parameters);
    super(host, fromFleetById(fleet, id, vectorIndexQuery, keepPrevious), ...selection);
  }
}

/**
 * Reads the records of all vector indices of the account into `value`. The list is polled while the host is connected.
 *
 * @example
 * ```ts
 * #indices = new VectorIndicesController(this, fleet);
 * ```
 */
export class VectorIndicesController<Selected = readonly IndexRecord[]> extends ViewController<
  readonly IndexRecord[],
  Selected
> {
  /**
   * @param selector derives a selection; the host then updates when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (records: readonly IndexRecord[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    const view = fromFleet(fleet, ({ indices }) => indices.all);
    super(host, view, selector, equals);
  }
}

/**
 * Reads the limits of a database or a vector index with their usage into `value`. The list is empty without a record or
 * an id.
 *
 * @example
 * ```ts
 * #limits = new LimitsController(this, fleet, 'database', () => this.databaseId);
 * ```
 * @see api.md, Limits.
 */
export class LimitsController<Selected = readonly LimitUsage[]> extends ViewController<
  readonly LimitUsage[],
  Selected
> {
  /**
   * @param selector derives a selection; the host then updates when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    resource: ResourceKind | (() => ResourceKind),
    id: IdSource,
    selector?: (limits: readonly LimitUsage[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    const currentResource = typeof resource === 'function' ? resource : (): ResourceKind => resource;
    const limits = memoizeLast(limitsById);
    const view = fromFleet(fleet, (current) => limits(current, currentResource(), readId(id)));
    super(host, view, selector, equals);
  }
}

/**
 * Reads a summary of all limits of the fleet into `value`.
 *
 * @example
 * ```ts
 * #worst = new FleetSummaryController(this, fleet, (summary) => summary.worst);
 * ```
 */
export class FleetSummaryController<Selected = FleetSummary> extends ViewController<FleetSummary, Selected> {
  /**
   * @param selector derives a selection; the host then updates when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (summary: FleetSummary) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    const view = fromFleet(fleet, limitSummaryOf);
    super(host, view, selector, equals);
  }
}

/**
 * Reads the polling status into `value`: whether polling runs, the reason and the end of a pause, and counts of databases
 * and requests. The status changes with each request. Use a selector to update less often.
 *
 * @example
 * ```ts
 * #pauseReason = new PollingStatusController(this, fleet, ({ reason }) => reason?.message);
 * ```
 */
export class PollingStatusController<Selected = PollingStatus> extends ViewController<PollingStatus, Selected> {
  /**
   * @param selector derives a selection; the host then updates when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    selector?: (status: PollingStatus) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    const view = fromFleet(fleet, ({ polling }) => polling.status);
    super(host, view, selector, equals);
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
 * ```ts
 * #transitions = new TransitionsController(this, fleet, () => ({ id: this.databaseId, limit: 10 }));
 * ```
 */
export class TransitionsController extends ViewController<readonly Transition[]> {
  /** @param options the options, or a function that returns them. Each update of the host calls the function */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    options: RecentTransitionsOptions | (() => RecentTransitionsOptions) = {},
  ) {
    const currentOptions = typeof options === 'function' ? options : (): RecentTransitionsOptions => options;
    const transitions = memoizeLast(recentTransitionsOf);
    const view = fromFleet(fleet, (current) => {
      const { id, limit } = ownOptions(currentOptions());
      return transitions(current, id, limit);
    });
    super(host, view);
  }
}
