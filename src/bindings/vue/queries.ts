import { computed, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import { answer } from '../answer.js';
import {
  createCreation,
  mapMembers,
  type CreationActions,
  type CreationMembers,
  type CreationOptions,
} from '../creation.js';
import type { FrameworkTypes, Functions, TransitionsOptions } from '../functions.js';
import * as queries from '../queries.js';
import type { DatabaseOptions, ResultOf, SelectOptions } from '../selection.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

interface Vue extends FrameworkTypes {
  readonly shown: Shown<this['value']>;
  readonly source: MaybeRefOrGetter<this['value']>;
}

/** The options of `useTransitions`. */
export type UseTransitionsOptions = TransitionsOptions<Vue>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: queries.Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeRefOrGetter<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): Shown<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, options, toValue), options);
}

/**
 * Returns the record of a database as a ref.
 *
 * @example
 * const state = useDatabase(() => props.id, { select: (record) => record?.state });
 */
export const useDatabase: Functions<Vue>['database'] = (id, options) => useQuery(queries.database, [id], options);

/** Returns the entry of a database as a ref. */
export const useDatabaseEntry: Functions<Vue>['databaseEntry'] = (id, options) =>
  useQuery(queries.databaseEntry, [id], options);

/** Returns the records of these databases, or of all known databases, as a ref. */
export const useDatabases: Functions<Vue>['databases'] = (ids, options) => useQuery(queries.databases, [ids], options);

/** Returns the entry of each of these databases as a ref. */
export const useDatabaseEntries: Functions<Vue>['databaseEntries'] = (ids, options) =>
  useQuery(queries.databaseEntries, [ids], options);

/** Returns the record of a vector index as a ref. */
export const useVectorIndex: Functions<Vue>['vectorIndex'] = (id, options) =>
  useQuery(queries.vectorIndex, [id], options);

/** Returns the records of all vector indices of the account as a ref. */
export const useVectorIndices: Functions<Vue>['vectorIndices'] = (options) =>
  useQuery(queries.vectorIndices, [], options);

/** Returns the limits of a database or a vector index with their usage as a ref. */
export const useLimits: Functions<Vue>['limits'] = (resource, id, options) =>
  useQuery(queries.limits, [resource, id], options);

/** Returns a summary of all limits of the fleet as a ref. */
export const useFleetSummary: Functions<Vue>['fleetSummary'] = (options) => useQuery(queries.fleetSummary, [], options);

/** Returns the polling status as a ref. */
export const usePollingStatus: Functions<Vue>['pollingStatus'] = (options) =>
  useQuery(queries.pollingStatus, [], options);

/** Returns the last transitions as a ref, newest first. */
export const useTransitions: Functions<Vue>['transitions'] = ({ id, limit } = {}) =>
  useQuery(queries.transitions, [id, limit]);

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
  return { ...mapMembers<CreationValues>((name) => computed(() => state.value[name])), ...creation.actions };
}
