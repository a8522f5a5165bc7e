import { computed, inject, Injector, NgZone, type Signal } from '@angular/core';
import type { Fleet, RecentTransitionsOptions, Transition } from '../../index.js';
import { answer, type Source } from '../answer.js';
import { createCreation, mapMembers, type CreationActions, type CreationOptions } from '../creation.js';
import type { CreationValues, FrameworkTypes, Functions } from '../functions.js';
import * as queries from '../queries.js';
import type { DatabaseOptions, ResultOf, SelectOptions } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { injectView } from './inject-view.js';
import { injectFleet, type InjectOptions } from './provide-fleet.js';

/** An id, or a function that returns the id, such as a signal or an input of the component. */
export type IdSource<I extends Id = Id> = Source<I>;

interface Angular extends FrameworkTypes {
  readonly shown: Signal<this['value']>;
  readonly source: Source<this['value']>;
  readonly options: InjectOptions;
}

function injectQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: queries.Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: Source<Arguments[Index]> },
  options: SelectOptions<T, Selected> & DatabaseOptions & InjectOptions = {},
  fleet: Fleet = injectFleet(options),
): Signal<ResultOf<Selected>> {
  const find = answer(query, fleet, sources, options);
  // The signal subscribes to a view at once, and to the view of a function when effects run.
  return injectView(sources.some((each) => typeof each === 'function') ? find : find(), options);
}

/** Returns a function that starts polls outside the zone: their timers must not check all components for changes. */
function outsideZone<Args extends unknown[], Result>(
  { injector = inject(Injector) }: InjectOptions,
  start: (...args: Args) => Result,
): (...args: Args) => Result {
  const zone = injector.get(NgZone);
  return (...args) => zone.runOutsideAngular(() => start(...args));
}

/** Returns the fleet for queries of entries. The `refetch` of an entry calls `refresh`, here outside the zone. */
function injectFleetOfEntries(options: InjectOptions = {}): Fleet {
  const fleet = injectFleet(options);
  const refresh = outsideZone(options, fleet.databases.refresh);
  return { ...fleet, databases: { ...fleet.databases, refresh } };
}

/**
 * Returns the record of a database as a signal.
 *
 * @example
 * readonly state = injectDatabase(this.id, { select: (record) => record?.state });
 */
export const injectDatabase: Functions<Angular>['database'] = (id, options) =>
  injectQuery(queries.database, [id], options);

/** Returns the entry of a database as a signal. */
export const injectDatabaseEntry: Functions<Angular>['databaseEntry'] = (id, options) =>
  injectQuery(queries.databaseEntry, [id], options, injectFleetOfEntries(options));

/** Returns the records of these databases, or of all known databases, as a signal. */
export const injectDatabases: Functions<Angular>['databases'] = (ids, options) =>
  injectQuery(queries.databases, [ids], options);

/** Returns the entry of each of these databases as a signal. */
export const injectDatabaseEntries: Functions<Angular>['databaseEntries'] = (ids, options) =>
  injectQuery(queries.databaseEntries, [ids], options, injectFleetOfEntries(options));

/** Returns the record of a vector index as a signal. */
export const injectVectorIndex: Functions<Angular>['vectorIndex'] = (id, options) =>
  injectQuery(queries.vectorIndex, [id], options);

/** Returns the records of all vector indices of the account as a signal. */
export const injectVectorIndices: Functions<Angular>['vectorIndices'] = (options) =>
  injectQuery(queries.vectorIndices, [], options);

/** Returns the limits of a database or a vector index with their usage as a signal. */
export const injectLimits: Functions<Angular>['limits'] = (resource, id, options) =>
  injectQuery(queries.limits, [resource, id], options);

/** Returns a summary of all limits of the fleet as a signal. */
export const injectFleetSummary: Functions<Angular>['fleetSummary'] = (options) =>
  injectQuery(queries.fleetSummary, [], options);

/** Returns the polling status as a signal. */
export const injectPollingStatus: Functions<Angular>['pollingStatus'] = (options) =>
  injectQuery(queries.pollingStatus, [], options);

/**
 * Returns the last transitions as a signal, newest first, earlier transitions too. To run code for each transition,
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

/** Creates databases, with the members of the state of the creation as signals. */
export interface InjectedCreation extends CreationActions, CreationValues<Angular> {}

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
  const state = injectView(creation, { injector: options.injector });
  return {
    ...mapMembers<CreationValues<Angular>>((name) => computed(() => state()[name])),
    create: outsideZone(options, creation.actions.create),
    createAsync: outsideZone(options, creation.actions.createAsync),
    reset: creation.actions.reset,
  };
}
