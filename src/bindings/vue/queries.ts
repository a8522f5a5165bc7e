import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import type { Database, FleetError, LimitUsage, ResourceKind, Transition } from '../../index.js';
import { answer } from '../answer.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Query } from '../queries.js';
import { readIdParameters, type IdParameters, type Selection, type ResultOf } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

// A composable has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetComposable<T> = <Selected = T>(...selection: Selection<T, Selected>) => Shown<ResultOf<Selected>>;
type IdComposable<T> = <Selected = T>(
  id: MaybeRefOrGetter<Id>,
  ...parameters: IdParameters<T, Selected>
) => Shown<ResultOf<Selected>>;
type EntryComposable = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeRefOrGetter<I>,
  ...parameters: IdParameters<EntryFor<I>, Selected>
) => Shown<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeRefOrGetter<Arguments[Index]> },
  selection: Selection<T, Selected>,
  keepPrevious = false,
): Shown<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, keepPrevious, toValue), ...selection);
}

function forFleet<T>(query: Query<[], T>): FleetComposable<T> {
  return (...selection) => useQuery(query, [], selection);
}

function forId<T>(query: Query<[Id], T>): IdComposable<T> {
  return (id, ...parameters) => {
    const { keepPrevious, selection } = readIdParameters(parameters);
    return useQuery(query, [id], selection, keepPrevious);
  };
}

/**
 * Returns the record of a database as a ref, or `undefined` without a record or an id. The database is polled while
 * the component is mounted. The id is a value, a ref or a getter.
 *
 * @example
 * const state = useDatabase(() => props.id, (record) => record?.state);
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as a ref: its record with its status, error and time of confirmation. Each answer
 * changes the entry; a selector chooses what matters. The entry of an invalid id has the error `invalid-request`.
 *
 * @example
 * const message = useDatabaseEntry(() => props.id, ({ error }) => error?.message);
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryComposable;

/**
 * Returns the records of all known databases as a ref. For a long list, read the ids
 * (`useView(fleet.databases.tracked)`) and call `useDatabase` in each row.
 */
export const useDatabases = /* @__PURE__ */ forFleet(queries.databases);

/**
 * Returns the record of a vector index as a ref, or `undefined` without a record or an id. The list of indices is
 * polled while the component is mounted.
 */
export const useVectorIndex = /* @__PURE__ */ forId(queries.vectorIndex);

/**
 * Returns the records of all vector indices of the account as a ref. The list is polled while the component is mounted.
 */
export const useVectorIndices = /* @__PURE__ */ forFleet(queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage as a ref. The list is empty without a record or
 * an id.
 *
 * @example
 * const isFull = useLimits('database', () => props.id, (limits) => limits.some(({ status }) => status === 'exceeded'));
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
  ...selection: Selection<readonly LimitUsage[], Selected>
): Shown<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], selection);
}

/** Returns a summary of all limits of the fleet as a ref. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as a ref: whether polling runs, why it pauses, and counts of databases and requests. Each
 * request changes the status; a selector chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

export interface UseTransitionsOptions {
  /** Returns the transitions of this database only. @default all databases */
  readonly id?: MaybeRefOrGetter<string | undefined>;
  /** The maximum number of transitions. @default 50 */
  readonly limit?: MaybeRefOrGetter<number | undefined>;
}

/**
 * Returns the last transitions as a ref, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)`, and unsubscribe in `onScopeDispose`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 */
export function useTransitions({ id, limit }: UseTransitionsOptions = {}): Shown<readonly Transition[]> {
  return useQuery(queries.transitions, [id, limit], []);
}

/** Creates databases and has the status of the creation. */
export interface UseCreateDatabaseReturn extends Pick<Creation, 'create' | 'reset'> {
  readonly status: ComputedRef<CreationState['status']>;
  /** The created database, until the next `create` or `reset`. */
  readonly database: ComputedRef<Database | undefined>;
  /** The error of the creation, until the next `create` or `reset`. */
  readonly error: ComputedRef<FleetError | undefined>;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```vue
 * <script setup lang="ts">
 * const { create, status, error } = useCreateDatabase();
 * </script>
 *
 * <template>
 *   <button :disabled="status === 'pending'" @click="create(request)">Create</button>
 *   <p v-if="error" role="alert">{{ error.message }}</p>
 * </template>
 * ```
 */
export function useCreateDatabase(): UseCreateDatabaseReturn {
  const creation = createCreation(useFleet());
  const state = useView(creation);
  return {
    status: computed(() => state.value.status),
    database: computed(() => state.value.database),
    error: computed(() => state.value.error),
    create: creation.create,
    reset: creation.reset,
  };
}
