import { inject, NgZone, type Signal } from '@angular/core';
import type { LimitUsage, RecentTransitionsOptions, ResourceKind, Transition } from '../../index.js';
import { answer, type Source } from '../answer.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Query } from '../queries.js';
import type { IdOptions, ResultOf } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { createSignal, injectView, readParameters, type SelectOptions, type SelectParameters } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** An id, or a function that returns the id, such as a signal or an input of the component. */
export type IdSource<I extends Id = Id> = Source<I>;

/** The options of a query about one id. */
export interface InjectByIdOptions extends InjectOptions, IdOptions {}

/** The options of a query about one id with a selector. */
export interface SelectByIdOptions<Selected> extends SelectOptions<Selected>, IdOptions {}

// A function has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetFunction<T> = <Selected = T>(...parameters: SelectParameters<T, Selected>) => Signal<ResultOf<Selected>>;
type IdParameters<T, Selected> = readonly [
  selectorOrOptions?: ((value: T) => Selected) | InjectByIdOptions,
  options?: SelectByIdOptions<Selected>,
];
type IdFunction<T> = <Selected = T>(
  id: IdSource,
  ...parameters: IdParameters<T, Selected>
) => Signal<ResultOf<Selected>>;
type EntryFunction = <I extends Id, Selected = EntryFor<I>>(
  id: IdSource<I>,
  ...parameters: IdParameters<EntryFor<I>, Selected>
) => Signal<ResultOf<Selected>>;

function injectQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: Source<Arguments[Index]> },
  parameters: SelectParameters<T, Selected>,
): Signal<ResultOf<Selected>> {
  const { keepPrevious = false, ...options }: InjectByIdOptions = readParameters(parameters);
  const find = answer(query, injectFleet(options), sources, keepPrevious);
  // The signal subscribes to a view at once, and to the view of a function when effects run.
  return createSignal(sources.some((each) => typeof each === 'function') ? find : find(), parameters);
}

function forFleet<T>(query: Query<[], T>): FleetFunction<T> {
  return (...parameters) => injectQuery(query, [], parameters);
}

function forId<T>(query: Query<[Id], T>): IdFunction<T> {
  return (id, ...parameters) => injectQuery(query, [id], parameters);
}

/**
 * Returns the record of a database as a signal, or `undefined` without a record or an id. The database is polled
 * until the component is destroyed. The id is a value, or a function such as an input.
 *
 * @example
 * readonly state = injectDatabase(this.id, (record) => record?.state);
 */
export const injectDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as a signal: its record with its status, error and time of confirmation. Each
 * answer changes the entry; a selector chooses what matters. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * readonly message = injectDatabaseEntry(this.id, ({ error }) => error?.message);
 */
export const injectDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryFunction;

/**
 * Returns the records of all known databases as a signal. For a long list, read the ids
 * (`injectView(injectFleet().databases.tracked)`) and call `injectDatabase` in each row.
 */
export const injectDatabases = /* @__PURE__ */ forFleet(queries.databases);

/**
 * Returns the record of a vector index as a signal, or `undefined` without a record or an id. The list of indices is
 * polled until the component is destroyed.
 */
export const injectVectorIndex = /* @__PURE__ */ forId(queries.vectorIndex);

/**
 * Returns the records of all vector indices of the account as a signal. The list is polled until the component is
 * destroyed.
 */
export const injectVectorIndices = /* @__PURE__ */ forFleet(queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage as a signal. The list is empty without a record
 * or an id.
 *
 * @example
 * readonly isFull = injectLimits('database', this.id, (limits) => limits.some(({ status }) => status === 'exceeded'));
 */
export function injectLimits<Selected = readonly LimitUsage[]>(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  ...parameters: SelectParameters<readonly LimitUsage[], Selected>
): Signal<ResultOf<Selected>> {
  return injectQuery(queries.limits, [resource, id], parameters);
}

/** Returns a summary of all limits of the fleet as a signal. */
export const injectFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as a signal: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; a selector chooses what matters.
 */
export const injectPollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

/**
 * Returns the last transitions as a signal, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * readonly transitions = injectTransitions(() => ({ id: this.id(), limit: 10 }));
 */
export function injectTransitions(
  query: Source<RecentTransitionsOptions> = {},
  options: InjectOptions = {},
): Signal<readonly Transition[]> {
  if (typeof query !== 'function') return injectQuery(queries.transitions, [query.id, query.limit], [options]);
  return injectQuery(queries.transitions, [() => query().id, () => query().limit], [options]);
}

/** Creates databases and has the status of the creation. */
export interface InjectedCreation extends Pick<Creation, 'create' | 'reset'> {
  readonly state: Signal<CreationState>;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```ts
 * readonly creation = injectCreateDatabase();
 * ```
 * ```html
 * @let creating = creation.state();
 * <button [disabled]="creating.status === 'pending'" (click)="creation.create(request)">Create</button>
 * @if (creating.status === 'failed') {
 *   <p role="alert">{{ creating.error.message }}</p>
 * }
 * ```
 */
export function injectCreateDatabase(options: InjectOptions = {}): InjectedCreation {
  const creation = createCreation(injectFleet(options));
  const zone = options.injector?.get(NgZone) ?? inject(NgZone);
  return {
    state: injectView(creation, options),
    // Polling of the new database sets timers, which must not check all components for changes.
    create: (...args) => zone.runOutsideAngular(() => creation.create(...args)),
    reset: creation.reset,
  };
}
