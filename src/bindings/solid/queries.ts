import type { Accessor } from 'solid-js';
import type { Database, FleetError, LimitUsage, ResourceKind, Transition } from '../../index.js';
import { answer, readSource } from '../answer.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import * as queries from '../queries.js';
import type { EntryFor, Query } from '../queries.js';
import { readIdParameters, type IdParameters, type Selection, type ResultOf } from '../selection.js';
import type { Id } from '../views-by-id.js';
import { useFleet } from './fleet-provider.js';
import { useView, type MaybeAccessor } from './use-view.js';

// A function has one signature, because editors show the comment of a constant only if its type has no overloads.
type FleetFunction<T> = <Selected = T>(...selection: Selection<T, Selected>) => Accessor<ResultOf<Selected>>;
type IdFunction<T> = <Selected = T>(
  id: MaybeAccessor<Id>,
  ...parameters: IdParameters<T, Selected>
) => Accessor<ResultOf<Selected>>;
type EntryFunction = <I extends Id, Selected = EntryFor<I>>(
  id: MaybeAccessor<I>,
  ...parameters: IdParameters<EntryFor<I>, Selected>
) => Accessor<ResultOf<Selected>>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  query: Query<Arguments, T>,
  sources: { readonly [Index in keyof Arguments]: MaybeAccessor<Arguments[Index]> },
  selection: Selection<T, Selected>,
  keepPrevious = false,
): Accessor<ResultOf<Selected>> {
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
 * Returns the record of a database as an accessor, or `undefined` without a record or an id. The database is polled
 * until the owner is disposed. The id is a value or an accessor.
 *
 * @example
 * const state = useDatabase(() => props.id, (record) => record?.state);
 */
export const useDatabase = /* @__PURE__ */ forId(queries.database);

/**
 * Returns the entry of a database as an accessor: its record with its status, error and time of confirmation. Each
 * answer changes the entry; a selector chooses what matters. The entry of an invalid id has the error
 * `invalid-request`.
 *
 * @example
 * const message = useDatabaseEntry(() => props.id, ({ error }) => error?.message);
 */
export const useDatabaseEntry = /* @__PURE__ */ forId(queries.databaseEntry) as EntryFunction;

/**
 * Returns the records of all known databases as an accessor. For a long list, read the ids
 * (`useView(fleet.databases.tracked)`) and call `useDatabase` in each row.
 */
export const useDatabases = /* @__PURE__ */ forFleet(queries.databases);

/**
 * Returns the record of a vector index as an accessor, or `undefined` without a record or an id. The list of indices is
 * polled until the owner is disposed.
 */
export const useVectorIndex = /* @__PURE__ */ forId(queries.vectorIndex);

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
 * const isFull = useLimits('database', () => props.id, (limits) => limits.some(({ status }) => status === 'exceeded'));
 */
export function useLimits<Selected = readonly LimitUsage[]>(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
  ...selection: Selection<readonly LimitUsage[], Selected>
): Accessor<ResultOf<Selected>> {
  return useQuery(queries.limits, [resource, id], selection);
}

/** Returns a summary of all limits of the fleet as an accessor. */
export const useFleetSummary = /* @__PURE__ */ forFleet(queries.fleetSummary);

/**
 * Returns the polling status as an accessor: whether polling runs, why it pauses, and counts of databases and requests.
 * Each request changes the status; a selector chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ forFleet(queries.pollingStatus);

export interface UseTransitionsOptions {
  /** Returns the transitions of this database only. @default all databases */
  readonly id?: MaybeAccessor<string | undefined>;
  /** The maximum number of transitions. @default 50 */
  readonly limit?: MaybeAccessor<number | undefined>;
}

/**
 * Returns the last transitions as an accessor, newest first, including earlier ones. To run code for each transition,
 * subscribe to `transitionsOf(fleet)` in `onMount`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 */
export function useTransitions(options: UseTransitionsOptions = {}): Accessor<readonly Transition[]> {
  return useQuery(queries.transitions, [() => readSource(options.id), () => readSource(options.limit)], []);
}

/** Creates databases and has the status of the creation. Do not destructure it: Solid tracks each read of a member. */
export interface DatabaseCreation extends Pick<Creation, 'create' | 'reset'> {
  readonly status: CreationState['status'];
  /** The created database, while the status is `created`. */
  readonly database: Database | undefined;
  /** The error of the creation, while the status is `failed`. */
  readonly error: FleetError | undefined;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```tsx
 * const creation = useCreateDatabase();
 * <button disabled={creation.status === 'pending'} onClick={() => void creation.create(request)} />
 * <Show when={creation.error}>{(error) => <p role="alert">{error().message}</p>}</Show>
 * ```
 */
export function useCreateDatabase(): DatabaseCreation {
  const creation = createCreation(useFleet());
  const state = useView(creation);
  return {
    create: creation.create,
    reset: creation.reset,
    get status() {
      return state().status;
    },
    get database() {
      return state().database;
    },
    get error() {
      return state().error;
    },
  };
}
