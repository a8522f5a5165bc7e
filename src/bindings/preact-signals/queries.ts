import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type {
  Database,
  IndexRecord,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../../index.js';
import { useFleet } from '../preact/fleet-provider.js';
import {
  createCreation,
  mapMembers,
  type CreationActions,
  type CreationMembers,
  type CreationOptions,
} from '../creation.js';
import { useQueryView } from '../hooks.js';
import * as queries from '../queries.js';
import type { EntryFor, Ids, Query } from '../queries.js';
import type { DatabaseOptions, IdOptions, ResultOf, SelectOptions } from '../selection.js';
import type { DatabaseEntry } from '../tracked-entry.js';
import type { Id } from '../views-by-id.js';
import { readSignal, useView, type MaybeSignal } from './use-view.js';

// A hook has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetHook<T> = <Selected = T>(options?: SelectOptions<T, Selected>) => ReadonlySignal<ResultOf<Selected>>;
type IdHook<T, Options = DatabaseOptions> = <Selected = T>(
  id: MaybeSignal<Id>,
  options?: SelectOptions<T, Selected> & Options,
) => ReadonlySignal<ResultOf<Selected>>;
type EntryHook = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeSignal<I>,
  options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions,
) => ReadonlySignal<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeSignal<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): ReadonlySignal<ResultOf<Selected>> {
  const args = sources.map((each) => readSignal(each)) as unknown as Arguments;
  return useView(useQueryView({ useFleet, useMemo }, query, args, options), options);
}

function forFleet<T>(query: Query<[], T>): FleetHook<T> {
  return (options) => useQuery(query, [], options);
}

function forId<T>(query: Query<[Id], T>): IdHook<T> {
  return (id, options) => useQuery(query, [id], options);
}

/**
 * Returns the record of a database as a signal, or `undefined` without a record or an id. The database is polled
 * while the component is mounted. The id is a value or a signal.
 *
 * @example
 * const state = useDatabase(id, { select: (record) => record?.state });
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as a signal: its record with its status, error and time of confirmation, and `refetch`.
 * The signal changes when a member changes that the component reads. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const { record, error } = useDatabaseEntry(id).value;
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryHook;

/**
 * Returns the records of these databases as a signal, in their order, without those that are not known yet; without
 * ids, the records of all known databases. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 */
export function useDatabases<Selected = readonly Database[]>(
  ids?: MaybeSignal<Ids>,
  options?: SelectOptions<readonly Database[], Selected> & ViewOptions,
): ReadonlySignal<ResultOf<Selected>> {
  return useQuery(queries.databases, [ids], options);
}

/** Returns the entry of each of these databases as a signal, in their order. */
export function useDatabaseEntries<Selected = readonly DatabaseEntry[]>(
  ids: MaybeSignal<readonly string[]>,
  options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions,
): ReadonlySignal<ResultOf<Selected>> {
  return useQuery(queries.databaseEntries, [ids], options);
}

/**
 * Returns the record of a vector index as a signal, or `undefined` without a record or an id. The list of indices is
 * polled while the component is mounted.
 */
export const useVectorIndex: IdHook<IndexRecord | undefined, IdOptions> = /* @__PURE__ */ forId(queries.vectorIndex);

/**
 * Returns the records of all vector indices of the account as a signal. The list is polled while the component is
 * mounted.
 */
export const useVectorIndices = /* @__PURE__ */ forFleet(queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage as a signal. The list is empty without a record
 * or an id.
 *
 * @example
 * const isFull = useLimits('database', id, { select: (all) => all.some(({ status }) => status === 'exceeded') });
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeSignal<ResourceKind>,
  id: MaybeSignal<Id>,
  options?: SelectOptions<readonly LimitUsage[], Selected>,
): ReadonlySignal<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], options);
}

/** Returns a summary of all limits of the fleet as a signal. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as a signal: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; `select` chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

/** The options of `transitionsOf(fleet).recent`. */
export type UseTransitionsOptions = {
  readonly [Name in keyof RecentTransitionsOptions]: MaybeSignal<RecentTransitionsOptions[Name]>;
};

/**
 * Returns the last transitions as a signal, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)` in `useEffect`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id, limit: 10 });
 */
export function useTransitions({ id, limit }: UseTransitionsOptions = {}): ReadonlySignal<readonly Transition[]> {
  return useQuery(queries.transitions, [id, limit]);
}

type CreationValues = { readonly [Name in keyof CreationMembers]: ReadonlySignal<CreationMembers[Name]> };

/** Creates databases, with the members of the state of the creation as signals. */
export interface DatabaseCreation extends CreationActions, CreationValues {}

/**
 * Returns functions that create a database, and the state of the creation.
 *
 * @example
 * ```tsx
 * const { create, isPending, error } = useCreateDatabase();
 * <button disabled={isPending} onClick={() => create(request)} />
 * {error.value && <p role="alert">{error.value.message}</p>}
 * ```
 */
export function useCreateDatabase(options?: CreationOptions): DatabaseCreation {
  const fleet = useFleet();
  const last = useRef(options);
  useEffect(() => void (last.current = options));
  const creation = useMemo(() => createCreation(fleet, last), [fleet, last]);
  const state = useView(creation);
  return {
    ...mapMembers<CreationValues>((name) => useComputed(() => state.value[name])),
    ...creation.actions,
  };
}
