import type { RecentTransitionsOptions, Transition } from '../../index.js';
import { answer, readSource } from '../answer.js';
import {
  createCreation,
  creationOf,
  type CreationActions,
  type CreationMembers,
  type CreationOptions,
} from '../creation.js';
import type { FrameworkTypes, Functions } from '../functions.js';
import * as queries from '../queries.js';
import type { DatabaseOptions, ResultOf, SelectOptions } from '../selection.js';
import { useFleet } from './fleet-context.js';
import { useView, type Current, type MaybeGetter } from './use-view.js';

interface Svelte extends FrameworkTypes {
  readonly shown: Current<this['value']>;
  readonly source: MaybeGetter<this['value']>;
}

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: queries.Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeGetter<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): Current<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, options), options);
}

/**
 * Returns the record of a database in `current`.
 *
 * @example
 * const state = useDatabase(() => id, { select: (record) => record?.state });
 */
export const useDatabase: Functions<Svelte>['database'] = (id, options) => useQuery(queries.database, [id], options);

/** Returns the entry of a database in `current`. */
export const useDatabaseEntry: Functions<Svelte>['databaseEntry'] = (id, options) =>
  useQuery(queries.databaseEntry, [id], options);

/** Returns the records of these databases, or of all known databases, in `current`. */
export const useDatabases: Functions<Svelte>['databases'] = (ids, options) =>
  useQuery(queries.databases, [ids], options);

/** Returns the entry of each of these databases in `current`. */
export const useDatabaseEntries: Functions<Svelte>['databaseEntries'] = (ids, options) =>
  useQuery(queries.databaseEntries, [ids], options);

/** Returns the record of a vector index in `current`. */
export const useVectorIndex: Functions<Svelte>['vectorIndex'] = (id, options) =>
  useQuery(queries.vectorIndex, [id], options);

/** Returns the records of all vector indices of the account in `current`. */
export const useVectorIndices: Functions<Svelte>['vectorIndices'] = (options) =>
  useQuery(queries.vectorIndices, [], options);

/** Returns the limits of a database or a vector index with their usage in `current`. */
export const useLimits: Functions<Svelte>['limits'] = (resource, id, options) =>
  useQuery(queries.limits, [resource, id], options);

/** Returns a summary of all limits of the fleet in `current`. */
export const useFleetSummary: Functions<Svelte>['fleetSummary'] = (options) =>
  useQuery(queries.fleetSummary, [], options);

/** Returns the polling status in `current`. */
export const usePollingStatus: Functions<Svelte>['pollingStatus'] = (options) =>
  useQuery(queries.pollingStatus, [], options);

/**
 * Returns the last transitions in `current`, newest first, earlier transitions too. To run code for each transition,
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
