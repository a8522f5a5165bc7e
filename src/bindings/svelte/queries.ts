import type {
  Database,
  FleetError,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
} from '../../index.js';
import { answer, readSource } from '../answer.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Query } from '../queries.js';
import { readIdParameters, type IdParameters, type Selection, type ResultOf } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current, type MaybeGetter } from './use-view.js';

// A function has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetFunction<T> = <Selected = T>(...selection: Selection<T, Selected>) => Current<ResultOf<Selected>>;
type IdFunction<T> = <Selected = T>(
  id: MaybeGetter<Id>,
  ...parameters: IdParameters<T, Selected>
) => Current<ResultOf<Selected>>;
type EntryFunction = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeGetter<I>,
  ...parameters: IdParameters<EntryFor<I>, Selected>
) => Current<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeGetter<Arguments[Index]> },
  selection: Selection<T, Selected>,
  keepPrevious = false,
): Current<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, keepPrevious), ...selection);
}

function forFleet<T>(query: Query<[], T>): FleetFunction<T> {
  return (...selection) => useQuery(query, [], selection);
}

function forId<T>(query: Query<[Id], T>): IdFunction<T> {
  return (id, ...parameters) => {
    const { keepPrevious, selection } = readIdParameters(parameters);
    return useQuery(query, [id], selection, keepPrevious);
  };
}

/**
 * Returns the record of a database in `current`, or `undefined` without a record or an id. The database is polled
 * while an effect reads `current`. The id is a value, or a function that returns it.
 *
 * @example
 * const state = useDatabase(() => id, (record) => record?.state);
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database in `current`: its record with its status, error and time of confirmation. Each
 * answer changes the entry; a selector chooses what matters. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const message = useDatabaseEntry(() => id, ({ error }) => error?.message);
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryFunction;

/**
 * Returns the records of all known databases in `current`. For a long list, read the ids
 * (`useView(fleet.databases.tracked)`) and call `useDatabase` in each row.
 */
export const useDatabases = /* @__PURE__ */ forFleet(queries.databases);

/**
 * Returns the record of a vector index in `current`, or `undefined` without a record or an id. The list of indices is
 * polled while an effect reads `current`.
 */
export const useVectorIndex = /* @__PURE__ */ forId(queries.vectorIndex);

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
 * const isFull = useLimits('database', () => id, (limits) => limits.some(({ status }) => status === 'exceeded'));
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeGetter<ResourceKind>,
  id: MaybeGetter<Id>,
  ...selection: Selection<readonly LimitUsage[], Selected>
): Current<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], selection);
}

/** Returns a summary of all limits of the fleet in `current`. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status in `current`: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; a selector chooses what matters.
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
  return useQuery(queries.transitions, [() => readSource(options).id, () => readSource(options).limit], []);
}

/** Creates databases and has the status of the creation. Its members are state for effects and templates. */
export interface UseCreateDatabaseReturn extends Pick<Creation, 'create' | 'reset'> {
  readonly status: CreationState['status'];
  /** The created database, until the next `create` or `reset`. */
  readonly database: Database | undefined;
  /** The error of the creation, until the next `create` or `reset`. */
  readonly error: FleetError | undefined;
}

/**
 * Returns a function that creates a database, and the status of the creation. Do not destructure the result: its members
 * are getters.
 *
 * @example
 * ```svelte
 * <script lang="ts">
 *   const creation = useCreateDatabase();
 * </script>
 *
 * <button disabled={creation.status === 'pending'} onclick={() => creation.create(request)}>Create</button>
 * {#if creation.error}<p role="alert">{creation.error.message}</p>{/if}
 * ```
 */
export function useCreateDatabase(): UseCreateDatabaseReturn {
  const creation = createCreation(useFleet());
  const state = useView(creation);
  return {
    get status() {
      return state.current.status;
    },
    get database() {
      return state.current.database;
    },
    get error() {
      return state.current.error;
    },
    create: creation.create,
    reset: creation.reset,
  };
}
