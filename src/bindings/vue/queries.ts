import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import { computed, toValue, type MaybeRefOrGetter } from 'vue';
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
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

/** Answers a query about one id. */
function useById<T>(query: IdQuery<T>, id: MaybeRefOrGetter<Id>, parameters: IdParameters<T>): Shown<unknown> {
  const { keepPrevious, selection } = readIdParameters(parameters);
  const viewOf = viewsById(useFleet(), query, keepPrevious);
  return useView(() => viewOf(toValue(id)), ...selection);
}

/**
 * Returns the record of a database as a ref. The value is `undefined` without a record or an id. The database is
 * polled while the component is mounted.
 *
 * @param id an id, a ref, or a getter
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```ts
 * const database = useDatabase(() => props.id);
 * const state = useDatabase(() => props.id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeRefOrGetter<Id>, options?: IdOptions): Shown<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeRefOrGetter<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Shown<Selected>;
export function useDatabase(
  id: MaybeRefOrGetter<Id>,
  ...parameters: IdParameters<Database | undefined>
): Shown<unknown> {
  return useById(databaseQuery, id, parameters);
}

/**
 * Returns the entry of a database as a ref: its record with its status, error and time of confirmation. The entry
 * changes with every answer, since every answer confirms it. Use a selector to react to fewer changes.
 *
 * The entry of an invalid id has the error `invalid-request`.
 *
 * @param id an id, a ref, or a getter
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```ts
 * const entry = useDatabaseEntry(() => props.id);
 * const message = useDatabaseEntry(() => props.id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeRefOrGetter<string>, options?: IdOptions): Shown<Entry<Database>>;
export function useDatabaseEntry(id: MaybeRefOrGetter<Id>, options?: IdOptions): Shown<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeRefOrGetter<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Shown<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeRefOrGetter<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Shown<Selected>;
export function useDatabaseEntry(id: MaybeRefOrGetter<Id>, ...parameters: IdParameters<never>): Shown<unknown> {
  return useById(databaseEntryQuery as IdQuery<never>, id, parameters);
}

/**
 * Returns the records of all known databases as a ref, in the order in which the fleet first saw them. The list
 * changes when any record changes. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 *
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const count = useDatabases((records) => records.length);
 * ```
 */
export function useDatabases(): Shown<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useDatabases(...selection: Selection<readonly Database[]>): Shown<unknown> {
  return useView(useFleet().databases.all, ...selection);
}

/**
 * Returns the record of a vector index as a ref. The value is `undefined` without a record or an id. The list of
 * indices is polled while the component is mounted.
 *
 * @param id an id, a ref, or a getter
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```ts
 * const index = useVectorIndex(() => props.id);
 * const dimensions = useVectorIndex(() => props.id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeRefOrGetter<Id>, options?: IdOptions): Shown<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeRefOrGetter<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): Shown<Selected>;
export function useVectorIndex(
  id: MaybeRefOrGetter<Id>,
  ...parameters: IdParameters<IndexRecord | undefined>
): Shown<unknown> {
  return useById(vectorIndexQuery, id, parameters);
}

/**
 * Returns the records of all vector indices of the account as a ref. The list is polled while the component is
 * mounted.
 *
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const indices = useVectorIndices();
 * ```
 */
export function useVectorIndices(): Shown<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useVectorIndices(...selection: Selection<readonly IndexRecord[]>): Shown<unknown> {
  return useView(useFleet().indices.all, ...selection);
}

/**
 * Returns the limits of a database or a vector index as a ref, with their usage. The list is empty without a record
 * or an id.
 *
 * @param id an id, a ref, or a getter
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const limits = useLimits('database', () => props.id);
 * const isFull = useLimits('database', () => props.id, (all) => all.some(({ status }) => status === 'exceeded'));
 * ```
 * @see api.md, Limits.
 */
export function useLimits(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
): Shown<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useLimits(
  resource: MaybeRefOrGetter<ResourceKind>,
  id: MaybeRefOrGetter<Id>,
  ...selection: Selection<readonly LimitUsage[]>
): Shown<unknown> {
  const fleet = useFleet();
  // `computed` keeps the view while the getters return equal values.
  const currentResource = computed(() => toValue(resource));
  const currentId = computed(() => toValue(id));
  return useView(() => limitsById(fleet, currentResource.value, currentId.value), ...selection);
}

/**
 * Returns a summary of all limits of the fleet as a ref.
 *
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): Shown<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function useFleetSummary(...selection: Selection<FleetSummary>): Shown<unknown> {
  return useView(limitSummaryOf(useFleet()), ...selection);
}

/**
 * Returns the polling status as a ref: whether polling runs, the reason and the end of a pause, and counts of
 * databases and requests. The status changes with each request. Use a selector to react to fewer changes.
 *
 * @param selector derives a selection; the ref then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const pauseReason = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): Shown<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Shown<Selected>;
export function usePollingStatus(...selection: Selection<PollingStatus>): Shown<unknown> {
  return useView(useFleet().polling.status, ...selection);
}

export interface UseTransitionsOptions {
  /** Returns the transitions of this database only. @default all databases */
  readonly id?: MaybeRefOrGetter<string | undefined>;
  /** The maximum number of transitions. @default 50 */
  readonly limit?: MaybeRefOrGetter<number | undefined>;
}

/**
 * Returns the last transitions as a ref, newest first, including transitions from before the component mounted. To
 * run code for each transition, subscribe to `useFleet().transitions`, and unsubscribe in `onScopeDispose`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * ```ts
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 * ```
 */
export function useTransitions(options: UseTransitionsOptions = {}): Shown<readonly Transition[]> {
  const { id, limit } = ownOptions(options);
  const fleet = useFleet();
  // `computed` keeps the view while the getters return equal values.
  const currentId = computed(() => toValue(id));
  const currentLimit = computed(() => toValue(limit));
  return useView(() => recentTransitionsOf(fleet, currentId.value, currentLimit.value));
}
