import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import type {
  Database,
  Entry,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
} from '../../index.js';
import { readIdParameters, viewsById, type IdOptions, type IdParameters } from '../keep-previous.js';
import { memoizeLast } from '../memoize-last.js';
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
import { useFleet } from './fleet-context.js';
import { useView, valueOf, type Current, type MaybeGetter } from './use-view.js';

/** Answers a query about one id. */
function useById<T>(query: IdQuery<T>, id: MaybeGetter<Id>, parameters: IdParameters<T>): Current<unknown> {
  const { keepPrevious, selection } = readIdParameters(parameters);
  const viewOf = viewsById(useFleet(), query, keepPrevious);
  return useView(() => viewOf(valueOf(id)), ...selection);
}

/**
 * Returns the record of a database in `current`. The value is `undefined` without a record or an id. The database is
 * polled while an effect reads `current`.
 *
 * @param id an id, or a function that returns the id
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```ts
 * const database = useDatabase(() => id);
 * const state = useDatabase(() => id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeGetter<Id>, options?: IdOptions): Current<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeGetter<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Current<Selected>;
export function useDatabase(id: MaybeGetter<Id>, ...parameters: IdParameters<Database | undefined>): Current<unknown> {
  return useById(databaseQuery, id, parameters);
}

/**
 * Returns the entry of a database in `current`: its record with its status, error and time of confirmation. The entry
 * changes with every answer, since every answer confirms it. Use a selector to react to fewer changes.
 *
 * The entry of an invalid id has the error `invalid-request`.
 *
 * @param id an id, or a function that returns the id
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```ts
 * const entry = useDatabaseEntry(() => id);
 * const message = useDatabaseEntry(() => id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeGetter<string>, options?: IdOptions): Current<Entry<Database>>;
export function useDatabaseEntry(id: MaybeGetter<Id>, options?: IdOptions): Current<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeGetter<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Current<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeGetter<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Current<Selected>;
export function useDatabaseEntry(id: MaybeGetter<Id>, ...parameters: IdParameters<never>): Current<unknown> {
  return useById(databaseEntryQuery as IdQuery<never>, id, parameters);
}

/**
 * Returns the records of all known databases in `current`, in the order in which the fleet first saw them. The list
 * changes when any record changes. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 *
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const count = useDatabases((records) => records.length);
 * ```
 */
export function useDatabases(): Current<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabases(...selection: Selection<readonly Database[]>): Current<unknown> {
  return useView(useFleet().databases.all, ...selection);
}

/**
 * Returns the record of a vector index in `current`. The value is `undefined` without a record or an id. The list of
 * indices is polled while an effect reads `current`.
 *
 * @param id an id, or a function that returns the id
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```ts
 * const index = useVectorIndex(() => id);
 * const dimensions = useVectorIndex(() => id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeGetter<Id>, options?: IdOptions): Current<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeGetter<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Current<Selected>;
export function useVectorIndex(
  id: MaybeGetter<Id>,
  ...parameters: IdParameters<IndexRecord | undefined>
): Current<unknown> {
  return useById(vectorIndexQuery, id, parameters);
}

/**
 * Returns the records of all vector indices of the account in `current`. The list is polled while an effect reads
 * `current`.
 *
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const indices = useVectorIndices();
 * ```
 */
export function useVectorIndices(): Current<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useVectorIndices(...selection: Selection<readonly IndexRecord[]>): Current<unknown> {
  return useView(useFleet().indices.all, ...selection);
}

/**
 * Returns the limits of a database or a vector index in `current`, with their usage. The list is empty without a
 * record or an id.
 *
 * @param id an id, or a function that returns the id
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const limits = useLimits('database', () => id);
 * const isFull = useLimits('database', () => id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(resource: MaybeGetter<ResourceKind>, id: MaybeGetter<Id>): Current<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: MaybeGetter<ResourceKind>,
  id: MaybeGetter<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useLimits(
  resource: MaybeGetter<ResourceKind>,
  id: MaybeGetter<Id>,
  ...selection: Selection<readonly LimitUsage[]>
): Current<unknown> {
  const fleet = useFleet();
  const limits = memoizeLast(limitsById);
  return useView(() => limits(fleet, valueOf(resource), valueOf(id)), ...selection);
}

/**
 * Returns a summary of all limits of the fleet in `current`.
 *
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): Current<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useFleetSummary(...selection: Selection<FleetSummary>): Current<unknown> {
  return useView(limitSummaryOf(useFleet()), ...selection);
}

/**
 * Returns the polling status in `current`: whether polling runs, the reason and the end of a pause, and counts of
 * databases and requests. The status changes with each request. Use a selector to react to fewer changes.
 *
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const pauseReason = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): Current<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function usePollingStatus(...selection: Selection<PollingStatus>): Current<unknown> {
  return useView(useFleet().polling.status, ...selection);
}

/**
 * Returns the last transitions in `current`, newest first, including transitions from before the component mounted.
 * To run code for each transition, subscribe to `useFleet().transitions` in `onMount`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * ```ts
 * const transitions = useTransitions(() => ({ id, limit: 10 }));
 * ```
 */
export function useTransitions(options: MaybeGetter<RecentTransitionsOptions> = {}): Current<readonly Transition[]> {
  const fleet = useFleet();
  const transitions = memoizeLast(recentTransitionsOf);
  return useView(() => {
    const { id, limit } = ownOptions(valueOf(options));
    return transitions(fleet, id, limit);
  });
}
