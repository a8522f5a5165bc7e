import { computed, inject, NgZone, type Signal } from '@angular/core';
import type {
  Database,
  IndexRecord,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../../index.js';
import { answer, type Source } from '../answer.js';
import {
  createCreation,
  mapMembers,
  type CreationActions,
  type CreationMembers,
  type CreationOptions,
} from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Ids, Query } from '../queries.js';
import type { DatabaseOptions, IdOptions, ResultOf, SelectOptions } from '../selection.js';
import type { DatabaseEntry } from '../tracked-entry.js';
import type { Id } from '../views-by-id.js';
import { injectView } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** An id, or a function that returns the id, such as a signal or an input of the component. */
export type IdSource<I extends Id = Id> = Source<I>;

// A function has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetFunction<T> = <Selected = T>(
  options?: SelectOptions<T, Selected> & InjectOptions,
) => Signal<ResultOf<Selected>>;
type IdFunction<T, Options = DatabaseOptions> = <Selected = T>(
  id: Source<Id>,
  options?: SelectOptions<T, Selected> & Options & InjectOptions,
) => Signal<ResultOf<Selected>>;
type EntryFunction = <I extends Id, Selected = EntryFor<I>>(
  id: Source<I>,
  options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions & InjectOptions,
) => Signal<ResultOf<Selected>>;

function injectQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: Source<Arguments[Index]> },
  options: SelectOptions<T, Selected> & DatabaseOptions & InjectOptions = {},
): Signal<ResultOf<Selected>> {
  const find = answer(query, injectFleet(options), sources, options);
  // The signal subscribes to a view at once, and to the view of a function when effects run.
  return injectView(sources.some((each) => typeof each === 'function') ? find : find(), options);
}

function forFleet<T>(query: Query<[], T>): FleetFunction<T> {
  return (options) => injectQuery(query, [], options);
}

function forId<T>(query: Query<[Id], T>): IdFunction<T> {
  return (id, options) => injectQuery(query, [id], options);
}

/**
 * Returns the record of a database as a signal, or `undefined` without a record or an id. The database is polled
 * until the component is destroyed. The id is a value, or a function such as an input.
 *
 * @example
 * readonly state = injectDatabase(this.id, { select: (record) => record?.state });
 */
export const injectDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as a signal: its record with its status, error and time of confirmation, and `refetch`.
 * The signal changes when a member changes that the component reads. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * readonly entry = injectDatabaseEntry(this.id);
 * // in the template: {{ entry().record?.state }} {{ entry().error?.message }}
 */
export const injectDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryFunction;

/**
 * Returns the records of these databases as a signal, in their order, without those that are not known yet; without
 * ids, the records of all known databases. For a long list, read the ids
 * (`injectView(injectFleet().databases.tracked)`) and call `injectDatabase` in each row.
 */
export function injectDatabases<Selected = readonly Database[]>(
  ids?: Source<Ids>,
  options?: SelectOptions<readonly Database[], Selected> & ViewOptions & InjectOptions,
): Signal<ResultOf<Selected>> {
  return injectQuery(queries.databases, [ids], options);
}

/** Returns the entry of each of these databases as a signal, in their order. */
export function injectDatabaseEntries<Selected = readonly DatabaseEntry[]>(
  ids: Source<readonly string[]>,
  options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions & InjectOptions,
): Signal<ResultOf<Selected>> {
  return injectQuery(queries.databaseEntries, [ids], options);
}

/**
 * Returns the record of a vector index as a signal, or `undefined` without a record or an id. The list of indices is
 * polled until the component is destroyed.
 */
export const injectVectorIndex: IdFunction<IndexRecord | undefined, IdOptions> = /* @__PURE__ */ forId(
  queries.vectorIndex,
);

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
 * readonly isFull = injectLimits('database', this.id, { select: (all) => all.some(({ status }) => status === 'exceeded') });
 */
export function injectLimits<Selected = readonly LimitUsage[]>(
  resource: ResourceKind | (() => ResourceKind),
  id: IdSource,
  options?: SelectOptions<readonly LimitUsage[], Selected> & InjectOptions,
): Signal<ResultOf<Selected>> {
  return injectQuery(queries.limits, [resource, id], options);
}

/** Returns a summary of all limits of the fleet as a signal. */
export const injectFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as a signal: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; `select` chooses what matters.
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
  if (typeof query !== 'function') return injectQuery(queries.transitions, [query.id, query.limit], options);
  return injectQuery(queries.transitions, [() => query().id, () => query().limit], options);
}

type CreationValues = { readonly [Name in keyof CreationMembers]: Signal<CreationMembers[Name]> };

/** Creates databases, with the members of the state of the creation as signals. */
export interface InjectedCreation extends CreationActions, CreationValues {}

/**
 * Returns functions that create a database, and the state of the creation.
 *
 * @example
 * ```ts
 * readonly creation = injectCreateDatabase({ onSuccess: () => this.form.reset() });
 * ```
 * ```html
 * <button [disabled]="creation.isPending()" (click)="creation.create(request)">Create</button>
 * @if (creation.error(); as error) {
 *   <p role="alert">{{ error.message }}</p>
 * }
 * ```
 */
export function injectCreateDatabase(options: CreationOptions & InjectOptions = {}): InjectedCreation {
  const zone = options.injector?.get(NgZone) ?? inject(NgZone);
  const inZone = <Args extends unknown[]>(callback: ((...args: Args) => unknown) | undefined) =>
    callback && ((...args: Args) => zone.run(() => callback(...args)));
  const { onSuccess, onError, onSettled } = options;
  const current = { onSuccess: inZone(onSuccess), onError: inZone(onError), onSettled: inZone(onSettled) };
  const creation = createCreation(injectFleet(options), { current });
  const { actions } = creation;
  const state = injectView(creation, { injector: options.injector });
  return {
    ...mapMembers<CreationValues>((name) => computed(() => state()[name])),
    // Polling of the new database sets timers, which must not check all components for changes.
    create: (...args) => zone.runOutsideAngular(() => actions.create(...args)),
    createAsync: (...args) => zone.runOutsideAngular(() => actions.createAsync(...args)),
    reset: actions.reset,
  };
}
