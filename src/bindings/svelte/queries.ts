import type {
  Database,
  IndexRecord,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../../index.js';
import { answer, readSource } from '../answer.js';
import {
  createCreation,
  creationOf,
  type CreationActions,
  type CreationMembers,
  type CreationOptions,
} from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Ids, Query } from '../queries.js';
import type { DatabaseOptions, IdOptions, ResultOf, SelectOptions } from '../selection.js';
import type { DatabaseEntry } from '../tracked-entry.js';
import type { Id } from '../views-by-id.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current, type MaybeGetter } from './use-view.js';

// A function has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetFunction<T> = <Selected = T>(options?: SelectOptions<T, Selected>) => Current<ResultOf<Selected>>;
type IdFunction<T, Options = DatabaseOptions> = <Selected = T>(
  id: MaybeGetter<Id>,
  options?: SelectOptions<T, Selected> & Options,
) => Current<ResultOf<Selected>>;
type EntryFunction = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeGetter<I>,
  options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions,
) => Current<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeGetter<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): Current<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, options), options);
}

function forFleet<T>(query: Query<[], T>): FleetFunction<T> {
  return (options) => useQuery(query, [], options);
}

function forId<T>(query: Query<[Id], T>): IdFunction<T> {
  return (id, options) => useQuery(query, [id], options);
}

/**
 * Returns the record of a database in `current`, or `undefined` without a record or an id. The database is polled
 * while an effect reads `current`. The id is a value, or a function that returns it.
 *
 * @example
 * const state = useDatabase(() => id, { select: (record) => record?.state });
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database in `current`: its record with its status, error and time of confirmation, and `refetch`.
 * Effects run again when a member changes that the component reads. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const entry = useDatabaseEntry(() => id);
 * const { record, error } = $derived(entry.current);
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryFunction;

/**
 * Returns the records of these databases in `current`, in their order, without those that are not known yet; without
 * ids, the records of all known databases. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 */
export function useDatabases<Selected = readonly Database[]>(
  ids?: MaybeGetter<Ids>,
  options?: SelectOptions<readonly Database[], Selected> & ViewOptions,
): Current<ResultOf<Selected>> {
  return useQuery(queries.databases, [ids], options);
}

/** Returns the entry of each of these databases in `current`, in their order. */
export function useDatabaseEntries<Selected = readonly DatabaseEntry[]>(
  ids: MaybeGetter<readonly string[]>,
  options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions,
): Current<ResultOf<Selected>> {
  return useQuery(queries.databaseEntries, [ids], options);
}

/**
 * Returns the record of a vector index in `current`, or `undefined` without a record or an id. The list of indices is
 * polled while an effect reads `current`.
 */
export const useVectorIndex: IdFunction<IndexRecord | undefined, IdOptions> = /* @__PURE__ */ forId(
  queries.vectorIndex,
);

/**
 * Returns the records of all vector indices of the account in `current`. The list is polled while an effect reads
 * `current`.
 */
export const useVectorIndices = /* @__PURE__ */ forFleet(queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage in `current`. The list is empty without a
 * record or an id.
 *
 * @example
 * const isFull = useLimits('database', () => id, { select: (all) => all.some(({ status }) => status === 'exceeded') });
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeGetter<ResourceKind>,
  id: MaybeGetter<Id>,
  options?: SelectOptions<readonly LimitUsage[], Selected>,
): Current<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], options);
}

/** Returns a summary of all limits of the fleet in `current`. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status in `current`: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; `select` chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

/**
 * Returns the last transitions in `current`, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)` in `onMount`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions(() => ({ id, limit: 10 }));
 */
export function useTransitions(options: MaybeGetter<RecentTransitionsOptions> = {}): Current<readonly Transition[]> {
  return useQuery(queries.transitions, [() => readSource(options).id, () => readSource(options).limit]);
}

/** Creates databases and has the state of the creation. Do not destructure it: its members are getters. */
export interface UseCreateDatabaseReturn extends CreationActions, CreationMembers {}

/**
 * Returns functions that create a database, and the state of the creation.
 *
 * @example
 * ```svelte
 * <script lang="ts">
 *   const creation = useCreateDatabase({ onSuccess: ({ database_id }) => goto(`/databases/${database_id}`) });
 * </script>
 *
 * <button disabled={creation.isPending} onclick={() => creation.create(request)}>Create</button>
 * {#if creation.error}<p role="alert">{creation.error.message}</p>{/if}
 * ```
 */
export function useCreateDatabase(options?: CreationOptions): UseCreateDatabaseReturn {
  const creation = createCreation(useFleet(), { current: options });
  const state = useView(creation);
  return creationOf(creation, () => state.current);
}
