import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import type {
  Database,
  IndexRecord,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../../index.js';
import { answer } from '../answer.js';
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
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

// A composable has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetComposable<T> = <Selected = T>(options?: SelectOptions<T, Selected>) => Shown<ResultOf<Selected>>;
type IdComposable<T, Options = DatabaseOptions> = <Selected = T>(
  id: MaybeRefOrGetter<Id>,
  options?: SelectOptions<T, Selected> & Options,
) => Shown<ResultOf<Selected>>;
type EntryComposable = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeRefOrGetter<I>,
  options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions,
) => Shown<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeRefOrGetter<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): Shown<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, options, toValue), options);
}

function forFleet<T>(query: Query<[], T>): FleetComposable<T> {
  return (options) => useQuery(query, [], options);
}

function forId<T>(query: Query<[Id], T>): IdComposable<T> {
  return (id, options) => useQuery(query, [id], options);
}

/**
 * Returns the record of a database as a ref, or `undefined` without a record or an id. The database is polled while
 * the component is mounted. The id is a value, a ref or a getter.
 *
 * @example
 * const state = useDatabase(() => props.id, { select: (record) => record?.state });
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as a ref: its record with its status, error and time of confirmation, and `refetch`.
 * The ref changes when a member changes that the component reads. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const entry = useDatabaseEntry(() => props.id);
 * // in the template: {{ entry.record?.state }} {{ entry.error?.message }}
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryComposable;

/**
 * Returns the records of these databases as a ref, in their order, without those that are not known yet; without ids,
 * the records of all known databases. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 */
export function useDatabases<Selected = readonly Database[]>(
  ids?: MaybeRefOrGetter<Ids>,
  options?: SelectOptions<readonly Database[], Selected> & ViewOptions,
): Shown<ResultOf<Selected>> {
  return useQuery(queries.databases, [ids], options);
}

/** Returns the entry of each of these databases as a ref, in their order. */
export function useDatabaseEntries<Selected = readonly DatabaseEntry[]>(
  ids: MaybeRefOrGetter<readonly string[]>,
  options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions,
): Shown<ResultOf<Selected>> {
  return useQuery(queries.databaseEntries, [ids], options);
}

/**
 * Returns the record of a vector index as a ref, or `undefined` without a record or an id. The list of indices is
 * polled while the component is mounted.
 */
export const useVectorIndex: IdComposable<IndexRecord | undefined, IdOptions> = /* @__PURE__ */ forId(
  queries.vectorIndex,
);

/**
 * Returns the records of all vector indices of the account as a ref. The list is polled while the component is mounted.
 */
export const useVectorIndices = /* @__PURE__ */ forFleet(queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage as a ref. The list is empty without a record or
 * an id.
 *
 * @example
 * const isFull = useLimits('database', () => props.id, { select: (all) => all.some(({ status }) => status === 'exceeded') });
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
  options?: SelectOptions<readonly LimitUsage[], Selected>,
): Shown<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], options);
}

/** Returns a summary of all limits of the fleet as a ref. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as a ref: whether polling runs, why it pauses, and counts of databases and requests. Each
 * request changes the status; `select` chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

/** The options of `transitionsOf(fleet).recent`. */
export type UseTransitionsOptions = {
  readonly [Name in keyof RecentTransitionsOptions]: MaybeRefOrGetter<RecentTransitionsOptions[Name]>;
};

/**
 * Returns the last transitions as a ref, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)`, and unsubscribe in `onScopeDispose`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 */
export function useTransitions({ id, limit }: UseTransitionsOptions = {}): Shown<readonly Transition[]> {
  return useQuery(queries.transitions, [id, limit]);
}

type CreationValues = { readonly [Name in keyof CreationMembers]: ComputedRef<CreationMembers[Name]> };

/** Creates databases, with the members of the state of the creation as refs. */
export interface UseCreateDatabaseReturn extends CreationActions, CreationValues {}

/**
 * Returns functions that create a database, and the state of the creation.
 *
 * @example
 * ```vue
 * <script setup lang="ts">
 * const { create, isPending, error } = useCreateDatabase({ onSuccess: () => emit('created') });
 * </script>
 *
 * <template>
 *   <button :disabled="isPending" @click="create(request)">Create</button>
 *   <p v-if="error" role="alert">{{ error.message }}</p>
 * </template>
 * ```
 */
export function useCreateDatabase(options?: CreationOptions): UseCreateDatabaseReturn {
  const creation = createCreation(useFleet(), { current: options });
  const state = useView(creation);
  return {
    ...mapMembers<CreationValues>((name) => computed(() => state.value[name])),
    ...creation.actions,
  };
}
