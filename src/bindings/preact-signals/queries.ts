import { Signal, useComputed, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useFleet } from '../preact/fleet-provider.js';
import { createCreation, mapMembers, type CreationActions, type CreationOptions } from '../creation.js';
import type { CreationValues, FrameworkTypes, Functions, TransitionsOptions } from '../functions.js';
import { useQueryView } from '../hooks.js';
import * as queries from '../queries.js';
import type { DatabaseOptions, ResultOf, SelectOptions } from '../selection.js';
import { useView, type MaybeSignal } from './use-view.js';

interface Signals extends FrameworkTypes {
  readonly shown: ReadonlySignal<this['value']>;
  readonly source: MaybeSignal<this['value']>;
}

/** The options of `useTransitions`. */
export type UseTransitionsOptions = TransitionsOptions<Signals>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: queries.Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeSignal<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): ReadonlySignal<ResultOf<Selected>> {
  const args = sources.map((each) => (each instanceof Signal ? each.value : each)) as unknown as Arguments;
  return useView(useQueryView({ useFleet, useMemo }, query, args, options), options);
}

/**
 * Returns the record of a database as a signal.
 *
 * @example
 * const state = useDatabase(id, { select: (record) => record?.state });
 */
export const useDatabase: Functions<Signals>['database'] = (id, options) => useQuery(queries.database, [id], options);

/** Returns the entry of a database as a signal. */
export const useDatabaseEntry: Functions<Signals>['databaseEntry'] = (id, options) =>
  useQuery(queries.databaseEntry, [id], options);

/** Returns the records of these databases, or of all known databases, as a signal. */
export const useDatabases: Functions<Signals>['databases'] = (ids, options) =>
  useQuery(queries.databases, [ids], options);

/** Returns the entry of each of these databases as a signal. */
export const useDatabaseEntries: Functions<Signals>['databaseEntries'] = (ids, options) =>
  useQuery(queries.databaseEntries, [ids], options);

/** Returns the record of a vector index as a signal. */
export const useVectorIndex: Functions<Signals>['vectorIndex'] = (id, options) =>
  useQuery(queries.vectorIndex, [id], options);

/** Returns the records of all vector indices of the account as a signal. */
export const useVectorIndices: Functions<Signals>['vectorIndices'] = (options) =>
  useQuery(queries.vectorIndices, [], options);

/** Returns the limits of a database or a vector index with their usage as a signal. */
export const useLimits: Functions<Signals>['limits'] = (resource, id, options) =>
  useQuery(queries.limits, [resource, id], options);

/** Returns a summary of all limits of the fleet as a signal. */
export const useFleetSummary: Functions<Signals>['fleetSummary'] = (options) =>
  useQuery(queries.fleetSummary, [], options);

/** Returns the polling status as a signal. */
export const usePollingStatus: Functions<Signals>['pollingStatus'] = (options) =>
  useQuery(queries.pollingStatus, [], options);

/** Returns the last transitions as a signal, newest first. */
export const useTransitions: Functions<Signals>['transitions'] = ({ id, limit } = {}) =>
  useQuery(queries.transitions, [id, limit]);

/** Creates databases, with the members of the state of the creation as signals. */
export interface DatabaseCreation extends CreationActions, CreationValues<Signals> {}

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
    ...mapMembers<CreationValues<Signals>>((name) => useComputed(() => state.value[name])),
    ...creation.actions,
  };
}
