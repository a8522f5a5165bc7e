import type { Accessor } from 'solid-js';
import { answer, readSource } from '../answer.js';
import {
  createCreation,
  creationOf,
  type CreationActions,
  type CreationMembers,
  type CreationOptions,
} from '../creation.js';
import type { FrameworkTypes, Functions, TransitionsOptions } from '../functions.js';
import * as queries from '../queries.js';
import type { DatabaseOptions, ResultOf, SelectOptions } from '../selection.js';
import { useFleet } from './fleet-provider.js';
import { useView, type MaybeAccessor } from './use-view.js';

interface Solid extends FrameworkTypes {
  readonly shown: Accessor<this['value']>;
  readonly source: MaybeAccessor<this['value']>;
}

/** The options of `useTransitions`. */
export type UseTransitionsOptions = TransitionsOptions<Solid>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: queries.Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeAccessor<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): Accessor<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, options), options);
}

/**
 * Returns the record of a database as an accessor.
 *
 * @example
 * const state = useDatabase(() => props.id, { select: (record) => record?.state });
 */
export const useDatabase: Functions<Solid>['database'] = (id, options) => useQuery(queries.database, [id], options);

/** Returns the entry of a database as an accessor. */
export const useDatabaseEntry: Functions<Solid>['databaseEntry'] = (id, options) =>
  useQuery(queries.databaseEntry, [id], options);

/** Returns the records of these databases, or of all known databases, as an accessor. */
export const useDatabases: Functions<Solid>['databases'] = (ids, options) =>
  useQuery(queries.databases, [ids], options);

/** Returns the entry of each of these databases as an accessor. */
export const useDatabaseEntries: Functions<Solid>['databaseEntries'] = (ids, options) =>
  useQuery(queries.databaseEntries, [ids], options);

/** Returns the record of a vector index as an accessor. */
export const useVectorIndex: Functions<Solid>['vectorIndex'] = (id, options) =>
  useQuery(queries.vectorIndex, [id], options);

/** Returns the records of all vector indices of the account as an accessor. */
export const useVectorIndices: Functions<Solid>['vectorIndices'] = (options) =>
  useQuery(queries.vectorIndices, [], options);

/** Returns the limits of a database or a vector index with their usage as an accessor. */
export const useLimits: Functions<Solid>['limits'] = (resource, id, options) =>
  useQuery(queries.limits, [resource, id], options);

/** Returns a summary of all limits of the fleet as an accessor. */
export const useFleetSummary: Functions<Solid>['fleetSummary'] = (options) =>
  useQuery(queries.fleetSummary, [], options);

/** Returns the polling status as an accessor. */
export const usePollingStatus: Functions<Solid>['pollingStatus'] = (options) =>
  useQuery(queries.pollingStatus, [], options);

/** Returns the last transitions as an accessor, newest first. */
export const useTransitions: Functions<Solid>['transitions'] = (options = {}) =>
  useQuery(queries.transitions, [() => readSource(options.id), () => readSource(options.limit)]);

/** Creates databases and has the state of the creation. Do not destructure it: Solid tracks each read of a member. */
export interface DatabaseCreation extends CreationActions, CreationMembers {}

/**
 * Returns functions that create a database, and the state of the creation.
 *
 * @example
 * ```tsx
 * const creation = useCreateDatabase({ onSuccess: ({ database_id }) => navigate(`/databases/${database_id}`) });
 * <button disabled={creation.isPending} onClick={() => creation.create(request)} />
 * <Show when={creation.error}>{(error) => <p role="alert">{error().message}</p>}</Show>
 * ```
 */
export function useCreateDatabase(options?: CreationOptions): DatabaseCreation {
  const creation = createCreation(useFleet(), { current: options });
  const state = useView(creation);
  return creationOf(creation, () => state());
}
