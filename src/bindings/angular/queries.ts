import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import { computed, type Signal } from '@angular/core';
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
import { viewsById, type IdOptions } from '../keep-previous.js';
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
import { createSignal, injectView, readParameters, type SelectOptions, type SelectParameters } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** An id, or a function that returns the id, such as a signal or an input of the component. */
export type IdSource<I extends Id = Id> = I | (() => I);

/** Injects the answer to a query about the whole fleet. */
function injectFromFleet<T>(find: (fleet: Fleet) => Readable<T>, parameters: SelectParameters<T>): Signal<unknown> {
  return createSignal(find(injectFleet(readParameters(parameters))), parameters);
}

/** The options of a query about one id. */
export interface InjectByIdOptions extends InjectOptions, IdOptions {}

/** The options of a query about one id with a selector. */
export interface SelectByIdOptions<Selected> extends SelectOptions<Selected>, IdOptions {}

/** Injects the value of the view of an id. */
function injectById<T>(
  find: (fleet: Fleet, id: Id) => Readable<T>,
  id: IdSource,
  parameters: SelectParameters<T>,
): Signal<unknown> {
  const fleet = injectFleet(readParameters(parameters));
  if (typeof id !== 'function') return createSignal(find(fleet, id), parameters);
  // `computed` keeps the view while the function returns the same id.
  const currentId = computed(id);
  return createSignal(() => find(fleet, currentId()), parameters);
}

/** Injects the answer to a query about one id, which can keep the answer of the previous id. */
function injectAnswer<T>(query: IdQuery<T>, id: IdSource, parameters: SelectParameters<T>): Signal<unknown> {
  const { keepPrevious = false }: IdOptions = ownOptions(readParameters(parameters) as IdOptions);
  const viewsOf = memoizeLast((fleet: Fleet) => viewsById(fleet, query, keepPrevious));
  return injectById((fleet, currentId) => viewsOf(fleet)(currentId), id, parameters);
}

/**
 * Returns the record of a database as a signal. The value is `undefined` without a record or an id. The database is
 * polled until the component is destroyed.
 *
 * @param id an id, or a function such as an input
 * @param selector derives a selection. Signals that it reads are tracked
 * @param options the injector, the comparison of two selections, and whether the value of the previous id stays
 * @example
 * ```ts
 * readonly id = input<string>();
 * readonly database = injectDatabase(this.id);
 * readonly state = injectDatabase(this.id, (record) => record?.state);
 * ```
 */
export function injectDatabase(id: IdSource, options?: InjectByIdOptions): Signal<Database | undefined>;
export function injectDatabase<Selected>(
  id: IdSource,
  selector: (record: Database | undefined) => Selected,
  options?: SelectByIdOptions<Selected>,
): Signal<Selected>;
export function injectDatabase(id: IdSource, ...parameters: SelectParameters<Database | undefined>): Signal<unknown> {
  return injectAnswer(databaseQuery, id, parameters);
}

/**
 * Returns the entry of a database as a signal: its record with its status, error and time of confirmation. The entry
 * changes with every answer, since every answer confirms it. Use a selector to react to fewer changes.
 *
 * The entry of an invalid id has the error `invalid-request`.
 *
 * @param id an id, or a function such as an input
 * @param selector derives a selection. Signals that it reads are tracked
 * @param options the injector, the comparison of two selections, and whether the value of the previous id stays
 * @example
 * ```ts
 * readonly id = input.required<string>();
 * readonly message = injectDatabaseEntry(this.id, ({ error }) => error?.message);
 * ```
 */
export function injectDatabaseEntry(id: IdSource<string>, options?: InjectByIdOptions): Signal<Entry<Database>>;
export function injectDatabaseEntry(id: IdSource, options?: InjectByIdOptions): Signal<Entry<Database> | undefined>;
export function injectDatabaseEntry<Selected>(
  id: IdSource<string>,
  selector: (entry: Entry<Database>) => Selected,
  options?: SelectByIdOptions<Selected>,
): Signal<Selected>;
export function injectDatabaseEntry<Selected>(
  id: IdSource,
  selector: (entry: Entry<Database> | undefined) => Selected,
  options?: SelectByIdOptions<Selected>,
): Signal<Selected>;
export function injectDatabaseEntry(id: IdSource, ...parameters: SelectParameters<never>): Signal<unknown> {
  return injectAnswer(databaseEntryQuery, id, parameters as SelectParameters<unknown>);
}

/**
 * Returns the records of all known databases as a signal, in the order in which the fleet first saw them. The list changes
 * when any record changes. For a long list, read the ids (`injectView(injectFleet().databases.tracked)`) and call
 * `injectDatabase` in each row.
 *
 * @param selector derives a selection. Signals that it reads are tracked
 * @example
 * ```ts
 * readonly names = injectDatabases((all) => all.map((database) => database.database_name), { equal: sameItems });
 * ```
 */
export function injectDatabases(options?: InjectOptions): Signal<readonly Database[]>;
export function injectDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectDatabases(...parameters: SelectParameters<readonly Database[]>): Signal<unknown> {
  return injectFromFleet(({ databases }) => databases.all, parameters);
}

/**
 * Returns the record of a vector index as a signal. The value is `undefined` without a record or an id. The list of indices
 * is polled until the component is destroyed.
 *
 * @param id an id, or a function such as an input
 * @param selector derives a selection. Signals that it reads are tracked
 * @param options the injector, the comparison of two selections, and whether the value of the previous id stays
 * @example
 * ```ts
 * readonly id = input.required<string>();
 * readonly index = injectVectorIndex(this.id);
 * ```
 */
export function injectVectorIndex(id: IdSource, options?: InjectByIdOptions): Signal<IndexRecord | undefined>;
export function injectVectorIndex<Selected>(
  id: IdSource,
  selector: (record: IndexRecord | undefined) => Selected,
  options?: SelectByIdOptions<Selected>,
): Signal<Selected>;
export function injectVectorIndex(
  id: IdSource,
  ...parameters: SelectParameters<IndexRecord | undefined>
): Signal<unknown> {
  return injectAnswer(vectorIndexQuery, id, parameters);
}

/**
 * Returns the records of all vector indices of the account as a signal. The list is polled until the component is
 * destroyed.
 *
 * @param selector derives a selection. Signals that it reads are tracked
 * @example
 * ```ts
 * readonly indices = injectVectorIndices();
 * ```
 */
export function injectVectorIndices(options?: InjectOptions): Signal<readonly IndexRecord[]>;
export function injectVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectVectorIndices(...parameters: SelectParameters<readonly IndexRecord[]>): Signal<unknown> {
  return injectFromFleet(({ indices }) => indices.all, parameters);
}

/**
 * Returns the limits of a database or a vector index as a signal, with their usage. The list is empty without a record or
 * an id.
 *
 * @param resource a kind of resource, or a function such as an input
 * @param id an id, or a function such as an input
 * @param selector derives a selection. Signals that it reads are tracked
 * @example
 * ```ts
 * readonly limits = injectLimits('database', this.id);
 * readonly isFull = injectLimits('database', this.id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function injectLimits(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  options?: InjectOptions,
): Signal<readonly LimitUsage[]>;
export function injectLimits<Selected>(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  selector: (limits: readonly LimitUsage[]) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectLimits(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  ...parameters: SelectParameters<readonly LimitUsage[]>
): Signal<unknown> {
  if (typeof resource !== 'function')
    return injectById((fleet, currentId) => limitsById(fleet, resource, currentId), id, parameters);
  const currentResource = computed(resource);
  const idSource = typeof id === 'function' ? id : (): Id => id;
  return injectById((fleet, currentId) => limitsById(fleet, currentResource(), currentId), idSource, parameters);
}

/**
 * Returns a summary of all limits of the fleet as a signal.
 *
 * @param selector derives a selection. Signals that it reads are tracked
 * @example
 * ```ts
 * readonly worst = injectFleetSummary((summary) => summary.worst);
 * ```
 */
export function injectFleetSummary(options?: InjectOptions): Signal<FleetSummary>;
export function injectFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectFleetSummary(...parameters: SelectParameters<FleetSummary>): Signal<unknown> {
  return injectFromFleet(limitSummaryOf, parameters);
}

/**
 * Returns the polling status as a signal: whether polling runs, the reason and the end of a pause, and counts of databases
 * and requests. The status changes with each request. Use a selector to react to fewer changes.
 *
 * @param selector derives a selection. Signals that it reads are tracked
 * @example
 * ```ts
 * readonly pauseReason = injectPollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function injectPollingStatus(options?: InjectOptions): Signal<PollingStatus>;
export function injectPollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  options?: SelectOptions<Selected>,
): Signal<Selected>;
export function injectPollingStatus(...parameters: SelectParameters<PollingStatus>): Signal<unknown> {
  return injectFromFleet(({ polling }) => polling.status, parameters);
}

/**
 * Returns the last transitions as a signal, newest first, including transitions from before the component was created. To
 * run code for each transition, subscribe to `injectFleet().transitions`.
 *
 * @param query the id and the limit, or a function that returns them
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * ```ts
 * readonly transitions = injectTransitions(() => ({ id: this.id(), limit: 10 }));
 * ```
 */
export function injectTransitions(
  query: RecentTransitionsOptions | (() => RecentTransitionsOptions) = {},
  options: InjectOptions = {},
): Signal<readonly Transition[]> {
  const fleet = injectFleet(options);
  if (typeof query !== 'function') {
    const { id, limit } = ownOptions(query);
    return injectView(recentTransitionsOf(fleet, id, limit), options);
  }
  // The view stays the same while the function returns the same id and limit in a new object.
  const currentQuery = computed(() => ownOptions(query()), { equal: (a, b) => a.id === b.id && a.limit === b.limit });
  return injectView(() => {
    const { id, limit } = currentQuery();
    return recentTransitionsOf(fleet, id, limit);
  }, options);
}
