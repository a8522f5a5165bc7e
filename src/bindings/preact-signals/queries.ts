import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { LimitUsage, ResourceKind, Transition } from '../../index.js';
import { useFleet } from '../preact/fleet-provider.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Query } from '../queries.js';
import { readIdParameters, type IdParameters, type Selection, type ResultOf } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { readSignal, useView, type MaybeSignal } from './use-view.js';

// A hook has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetHook<T> = <Selected = T>(...selection: Selection<T, Selected>) => ReadonlySignal<ResultOf<Selected>>;
type IdHook<T> = <Selected = T>(
  id: MaybeSignal<Id>,
  ...parameters: IdParameters<T, Selected>
) => ReadonlySignal<ResultOf<Selected>>;
type EntryHook = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeSignal<I>,
  ...parameters: IdParameters<EntryFor<I>, Selected>
) => ReadonlySignal<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeSignal<Arguments[Index]> },
  selection: Selection<T, Selected>,
  keepPrevious = false,
): ReadonlySignal<ResultOf<Selected>> {
  const fleet = useFleet();
  const args = sources.map((each) => readSignal(each)) as unknown as Arguments;
  const viewOf = useMemo(() => query(fleet, keepPrevious), [query, fleet, keepPrevious]);
  return useView(
    useMemo(() => viewOf(...args), [viewOf, ...args]),
    ...selection,
  );
}

function forFleet<T>(query: Query<[], T>): FleetHook<T> {
  return (...selection) => useQuery(query, [], selection);
}

function forId<T>(query: Query<[Id], T>): IdHook<T> {
  return (id, ...parameters) => {
    const { keepPrevious, selection } = readIdParameters(parameters);
    return useQuery(query, [id], selection, keepPrevious);
  };
}

/**
 * Returns the record of a database as a signal, or `undefined` without a record or an id. The database is polled
 * while the component is mounted. The id is a value or a signal.
 *
 * @example
 * const state = useDatabase(id, (record) => record?.state);
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as a signal: its record with its status, error and time of confirmation. Each
 * answer changes the entry; a selector chooses what matters. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const message = useDatabaseEntry(id, ({ error }) => error?.message);
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryHook;

/**
 * Returns the records of all known databases as a signal. For a long list, read the ids
 * (`useView(fleet.databases.tracked)`) and call `useDatabase` in each row.
 */
export const useDatabases = /* @__PURE__ */ forFleet(queries.databases);

/**
 * Returns the record of a vector index as a signal, or `undefined` without a record or an id. The list of indices is
 * polled while the component is mounted.
 */
export const useVectorIndex = /* @__PURE__ */ forId(queries.vectorIndex);

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
 * const isFull = useLimits('database', id, (limits) => limits.some(({ status }) => status === 'exceeded'));
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeSignal<ResourceKind>,
  id: MaybeSignal<Id>,
  ...selection: Selection<readonly LimitUsage[], Selected>
): ReadonlySignal<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], selection);
}

/** Returns a summary of all limits of the fleet as a signal. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as a signal: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; a selector chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

export interface UseTransitionsOptions {
  /** Returns the transitions of this database only. @default all databases */
  readonly id?: MaybeSignal<string | undefined>;
  /** The maximum number of transitions. @default 50 */
  readonly limit?: MaybeSignal<number | undefined>;
}

/**
 * Returns the last transitions as a signal, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)` in `useEffect`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id, limit: 10 });
 */
export function useTransitions({ id, limit }: UseTransitionsOptions = {}): ReadonlySignal<readonly Transition[]> {
  return useQuery(queries.transitions, [id, limit], []);
}

/** Creates databases and has the status of the creation. */
export interface DatabaseCreation extends Pick<Creation, 'create' | 'reset'> {
  /** The status of the creation, with the database or the error. */
  readonly state: ReadonlySignal<CreationState>;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```tsx
 * const { state, create } = useCreateDatabase();
 * <button disabled={state.value.status === 'pending'} onClick={() => void create(request)} />
 * {state.value.status === 'failed' && <p role="alert">{state.value.error.message}</p>}
 * ```
 */
export function useCreateDatabase(): DatabaseCreation {
  const fleet = useFleet();
  const creation = useMemo(() => createCreation(fleet), [fleet]);
  return { state: useView(creation), create: creation.create, reset: creation.reset };
}
