import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import { createMemo, type Accessor } from 'solid-js';
import type {
  Database,
  Entry,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  ResourceKind,
  Transition,
} from '../../index.js';
import { readIdParameters, viewsById, type IdOptions, type IdParameters } from '../keep-previous.js';
import {
  databaseEntryQuery,
  databaseQuery,
  limitsById,
  ownOptions,
  recentTransitionsOf,
  vectorIndexQuery,
  type Id,
  type IdQuery,
} from '../queries.js';
import type { Selection } from '../selection.js';
import { useFleet } from './fleet-provider.js';
import { access, useView, type MaybeAccessor } from './use-view.js';

/** Answers a query about one id. */
function useById<T>(query: IdQuery<T>, id: MaybeAccessor<Id>, parameters: IdParameters<T>): Accessor<unknown> {
  const { keepPrevious, selection } = readIdParameters(parameters);
  const viewOf = viewsById(useFleet(), query, keepPrevious);
  return useView(() => viewOf(access(id)), ...selection);
}

/**
 * Returns the record of a database as an accessor. The value is `undefined` without a record or an id. The database
 * is polled until the owner is disposed.
 *
 * @param id an id, or an accessor of the id. After a change of the id, the accessor returns the previous record
 *   only with `keepPrevious`
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```tsx
 * const database = useDatabase(() => props.id);
 * const state = useDatabase(() => props.id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeAccessor<Id>, options?: IdOptions): Accessor<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeAccessor<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Accessor<Selected>;
export function useDatabase(
  id: MaybeAccessor<Id>,
  ...parameters: IdParameters<Database | undefined>
): Accessor<unknown> {
  return useById(databaseQuery, id, parameters);
}

/**
 * Returns the entry of a database as an accessor: its record with its status, error and time of confirmation. The
 * entry changes with every answer, since every answer confirms it. Use a selector to react to fewer changes.
 *
 * The entry of an invalid id has the error `invalid-request`.
 *
 * @param id an id, or an accessor of the id. After a change of the id, the accessor returns the previous record
 *   only with `keepPrevious`
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```tsx
 * const entry = useDatabaseEntry(() => props.id);
 * const message = useDatabaseEntry(() => props.id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeAccessor<string>, options?: IdOptions): Accessor<Entry<Database>>;
export function useDatabaseEntry(id: MaybeAccessor<Id>, options?: IdOptions): Accessor<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeAccessor<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Accessor<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeAccessor<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Accessor<Selected>;
export function useDatabaseEntry(id: MaybeAccessor<Id>, ...parameters: IdParameters<never>): Accessor<unknown> {
  return useById(databaseEntryQuery as IdQuery<never>, id, parameters);
}

/**
 * Returns the records of all known databases as an accessor, in the order in which the fleet first saw them. The list
 * changes when any record changes. For a long list, read the ids (`<For each={useView(fleet.databases.tracked)()}>`)
 * and call `useDatabase` in each row. A row then keeps its elements when its record changes.
 *
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const count = useDatabases((records) => records.length);
 * ```
 */
export function useDatabases(): Accessor<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useDatabases(...selection: Selection<readonly Database[]>): Accessor<unknown> {
  return useView(useFleet().databases.all, ...selection);
}

/**
 * Returns the record of a vector index as an accessor. The value is `undefined` without a record or an id. The list
 * of indices is polled until the owner is disposed.
 *
 * @param id an id, or an accessor of the id. After a change of the id, the accessor returns the previous record
 *   only with `keepPrevious`
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```tsx
 * const index = useVectorIndex(() => props.id);
 * const dimensions = useVectorIndex(() => props.id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeAccessor<Id>, options?: IdOptions): Accessor<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeAccessor<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Accessor<Selected>;
export function useVectorIndex(
  id: MaybeAccessor<Id>,
  ...parameters: IdParameters<IndexRecord | undefined>
): Accessor<unknown> {
  return useById(vectorIndexQuery, id, parameters);
}

/**
 * Returns the records of all vector indices of the account as an accessor. The list is polled until the owner is
 * disposed.
 *
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const indices = useVectorIndices();
 * ```
 */
export function useVectorIndices(): Accessor<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useVectorIndices(...selection: Selection<readonly IndexRecord[]>): Accessor<unknown> {
  return useView(useFleet().indices.all, ...selection);
}

/**
 * Returns the limits of a database or a vector index as an accessor, with their usage. The list is empty without a
 * record or an id.
 *
 * @param id an id, or an accessor of the id. After a change of the id, the accessor never returns the previous record
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const limits = useLimits('database', () => props.id);
 * const isFull = useLimits('database', () => props.id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
): Accessor<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useLimits(
  resource: MaybeAccessor<ResourceKind>,
  id: MaybeAccessor<Id>,
  ...selection: Selection<readonly LimitUsage[]>
): Accessor<unknown> {
  const fleet = useFleet();
  // The memos keep the view while the accessors return equal values.
  const currentResource = createMemo(() => access(resource));
  const currentId = createMemo(() => access(id));
  return useView(() => limitsById(fleet, currentResource(), currentId()), ...selection);
}

/**
 * Returns a summary of all limits of the fleet as an accessor.
 *
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): Accessor<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function useFleetSummary(...selection: Selection<FleetSummary>): Accessor<unknown> {
  return useView(limitSummaryOf(useFleet()), ...selection);
}

/**
 * Returns the polling status as an accessor: whether polling runs, the reason and the end of a pause, and counts of
 * databases and requests. The status changes with each request. Use a selector to react to fewer changes.
 *
 * @param selector derives a selection; readers of the accessor then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const pauseReason = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): Accessor<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Accessor<Selected>;
export function usePollingStatus(...selection: Selection<PollingStatus>): Accessor<unknown> {
  return useView(useFleet().polling.status, ...selection);
}

export interface UseTransitionsOptions {
  /** Returns the transitions of this database only. @default all databases */
  readonly id?: MaybeAccessor<string | undefined>;
  /** The maximum number of transitions. @default 50 */
  readonly limit?: MaybeAccessor<number | undefined>;
}

/**
 * Returns the last transitions as an accessor, newest first, including transitions from before the component mounted.
 * To run code for each transition, subscribe to `useFleet().transitions` in `onMount`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * ```tsx
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 * ```
 */
export function useTransitions(options: UseTransitionsOptions = {}): Accessor<readonly Transition[]> {
  const fleet = useFleet();
  // The memos keep the view while the accessors return equal values.
  const id = createMemo(() => access(ownOptions(options).id));
  const limit = createMemo(() => access(ownOptions(options).limit));
  return useView(() => recentTransitionsOf(fleet, id(), limit()));
}
