import type { Accessor } from 'solid-js';
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
import { useFleet } from './fleet-provider.js';
import { useView, type MaybeAccessor } from './use-view.js';

// A function has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetFunction<T> = <Selected = T>(options?: SelectOptions<T, Selected>) => Accessor<ResultOf<Selected>>;
type IdFunction<T, Options = DatabaseOptions> = <Selected = T>(
  id: MaybeAccessor<Id>,
  options?: SelectOptions<T, Selected> & Options,
) => Accessor<ResultOf<Selected>>;
type EntryFunction = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeAccessor<I>,
  options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions,
) => Accessor<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeAccessor<Arguments[Index]> },
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): Accessor<ResultOf<Selected>> {
  return useView(answer(query, useFleet(), sources, options), options);
}

function forFleet<T>(query: Query<[], T>): FleetFunction<T> {
  return (options) => useQuery(query, [], options);
}

function forId<T>(query: Query<[Id], T>): IdFunction<T> {
  return (id, options) => useQuery(query, [id], options);
}

/**
 * Returns the record of a database as an accessor, or `undefined` without a record or an id. The database is polled
 * until the owner is disposed. The id is a value or an accessor.
 *
 * @example
 * const state = useDatabase(() => props.id, { select: (record) => record?.state });
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as an accessor: its record with its status, error and time of confirmation, and `refetch`.
 * Computations run again when a member changes that the component reads. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const entry = useDatabaseEntry(() => props.id);
 * <p>{entry().record?.state} {entry().error?.message}</p>
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryFunction;

/**
 * Returns the records of these databases as an accessor, in their order, without those that are not known yet; without
 * ids, the records of all known databases. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 */
export function useDatabases<Selected = readonly Database[]>(
  ids?: MaybeAccessor<Ids>,
  options?: SelectOptions<readonly Database[], Selected> & ViewOptions,
): Accessor<ResultOf<Selected>> {
  return useQuery(queries.databases, [ids], options);
}

/** Returns the entry of each of these databases as an accessor, in their order. */
export function useDatabaseEntries<Selected = readonly DatabaseEntry[]>(
  ids: MaybeAccessor<readonly string[]>,
  options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions,
): Accessor<ResultOf<Selected>> {
  return useQuery(queries.databaseEntries, [ids], options);
}

/**
 * Returns the record of a vector index as an accessor, or `undefined` without a record or an id. The list of indices is
 * polled until the owner is disposed.
 */
export const useVectorIndex: IdFunction<IndexRecord | undefined, IdOptions> = /* @__PURE__ */ forId(
  queries.vectorIndex,
);

/**
 * Returns the records of all vector indices of the account as an accessor. The list is polled until the owner is
 * disposed.
 */
export const useVectorIndices = /* @__PURE__ */ forFleet(queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage as an accessor. The list is empty without a
 * record or an id.
 *
 * @example
 * const isFull = useLimits('database', () => props.id, { select: (all) => all.some(({ status }) => status === 'exceeded') });
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
  options?: SelectOptions<readonly LimitUsage[], Selected>,
): Accessor<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], options);
}

/** Returns a summary of all limits of the fleet as an accessor. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as an accessor: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; `select` chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

/** The options of `transitionsOf(fleet).recent`. */
export type UseTransitionsOptions = {
  readonly [Name in keyof RecentTransitionsOptions]: MaybeAccessor<RecentTransitionsOptions[Name]>;
};

/**
 * Returns the last transitions as an accessor, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)` in `onMount`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 */
export function useTransitions(options: UseTransitionsOptions = {}): Accessor<readonly Transition[]> {
  return useQuery(queries.transitions, [() => readSource(options.id), () => readSource(options.limit)]);
}

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
