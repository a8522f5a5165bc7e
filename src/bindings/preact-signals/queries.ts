import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
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
import { useFleet } from '../preact/fleet-provider.js';
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
import { readSignal, useView, type MaybeSignal } from './use-view.js';

/** Answers a query about one id. */
function useById<T>(query: IdQuery<T>, id: MaybeSignal<Id>, parameters: IdParameters<T>): ReadonlySignal<unknown> {
  const fleet = useFleet();
  const { keepPrevious, selection } = readIdParameters(parameters);
  const viewOf = useMemo(() => viewsById(fleet, query, keepPrevious), [fleet, query, keepPrevious]);
  return useView(viewOf(readSignal(id)), ...selection);
}

/**
 * Returns the record of a database as a signal. The value is `undefined` without a record or an id. The database is
 * polled while the component is mounted.
 *
 * @param id an id, or a signal of the id
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```tsx
 * const name = useDatabase(id, (record) => record?.database_name);
 * <h1>{name}</h1> // a change of the name updates this text without a render of the component
 * ```
 */
export function useDatabase(id: MaybeSignal<Id>, options?: IdOptions): ReadonlySignal<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeSignal<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): ReadonlySignal<Selected>;
export function useDatabase(
  id: MaybeSignal<Id>,
  ...parameters: IdParameters<Database | undefined>
): ReadonlySignal<unknown> {
  return useById(databaseQuery, id, parameters);
}

/**
 * Returns the entry of a database as a signal: its record with its status, error and time of confirmation. The entry
 * changes with every answer, since every answer confirms it. Use a selector to react to fewer changes.
 *
 * The entry of an invalid id has the error `invalid-request`.
 *
 * @param id an id, or a signal of the id
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```tsx
 * const message = useDatabaseEntry(id, ({ error }) => error?.message);
 * {message.value && <p role="alert">{message}</p>}
 * ```
 */
export function useDatabaseEntry(id: MaybeSignal<string>, options?: IdOptions): ReadonlySignal<Entry<Database>>;
export function useDatabaseEntry(id: MaybeSignal<Id>, options?: IdOptions): ReadonlySignal<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeSignal<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): ReadonlySignal<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeSignal<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): ReadonlySignal<Selected>;
export function useDatabaseEntry(id: MaybeSignal<Id>, ...parameters: IdParameters<never>): ReadonlySignal<unknown> {
  return useById(databaseEntryQuery as IdQuery<never>, id, parameters);
}

/**
 * Returns the records of all known databases as a signal, in the order in which the fleet first saw them. The list
 * changes when any record changes. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 *
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const count = useDatabases((records) => records.length);
 * ```
 */
export function useDatabases(): ReadonlySignal<readonly Database[]>;
export function useDatabases<Selected>(
  selector: (records: readonly Database[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useDatabases(...selection: Selection<readonly Database[]>): ReadonlySignal<unknown> {
  return useView(useFleet().databases.all, ...selection);
}

/**
 * Returns the record of a vector index as a signal. The value is `undefined` without a record or an id. The list of
 * indices is polled while the component is mounted.
 *
 * @param id an id, or a signal of the id
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @param options whether the value of the previous id stays after a change of the id
 * @example
 * ```tsx
 * const dimensions = useVectorIndex(id, (record) => record?.dimension_count);
 * <p>{dimensions} dimensions</p>
 * ```
 */
export function useVectorIndex(id: MaybeSignal<Id>, options?: IdOptions): ReadonlySignal<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeSignal<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
): ReadonlySignal<Selected>;
export function useVectorIndex(
  id: MaybeSignal<Id>,
  ...parameters: IdParameters<IndexRecord | undefined>
): ReadonlySignal<unknown> {
  return useById(vectorIndexQuery, id, parameters);
}

/**
 * Returns the records of all vector indices of the account as a signal. The list is polled while the component is
 * mounted.
 *
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const indices = useVectorIndices();
 * ```
 */
export function useVectorIndices(): ReadonlySignal<readonly IndexRecord[]>;
export function useVectorIndices<Selected>(
  selector: (records: readonly IndexRecord[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useVectorIndices(...selection: Selection<readonly IndexRecord[]>): ReadonlySignal<unknown> {
  return useView(useFleet().indices.all, ...selection);
}

/**
 * Returns the limits of a database or a vector index as a signal, with their usage. The list is empty without a
 * record or an id.
 *
 * @param id an id, or a signal of the id
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const isFull = useLimits('database', id, (all) => all.some(({ status }) => status === 'exceeded'));
 * {isFull.value && <p role="alert">The database is full.</p>}
 * ```
 * @see api.md, Limits.
 */
export function useLimits(resource: ResourceKind, id: MaybeSignal<Id>): ReadonlySignal<readonly LimitUsage[]>;
export function useLimits<Selected>(
  resource: ResourceKind,
  id: MaybeSignal<Id>,
  selector: (limits: readonly LimitUsage[]) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useLimits(
  resource: ResourceKind,
  id: MaybeSignal<Id>,
  ...selection: Selection<readonly LimitUsage[]>
): ReadonlySignal<unknown> {
  const fleet = useFleet();
  const currentId = readSignal(id);
  const limits = useMemo(() => limitsById(fleet, resource, currentId), [fleet, resource, currentId]);
  return useView(limits, ...selection);
}

/**
 * Returns a summary of all limits of the fleet as a signal.
 *
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const worst = useFleetSummary((summary) => summary.worst);
 * ```
 */
export function useFleetSummary(): ReadonlySignal<FleetSummary>;
export function useFleetSummary<Selected>(
  selector: (summary: FleetSummary) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function useFleetSummary(...selection: Selection<FleetSummary>): ReadonlySignal<unknown> {
  return useView(limitSummaryOf(useFleet()), ...selection);
}

/**
 * Returns the polling status as a signal: whether polling runs, the reason and the end of a pause, and counts of
 * databases and requests. The status changes with each request. Use a selector to react to fewer changes.
 *
 * @param selector derives a selection; the signal then changes when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```tsx
 * const pauseReason = usePollingStatus(({ reason }) => reason?.message);
 * ```
 */
export function usePollingStatus(): ReadonlySignal<PollingStatus>;
export function usePollingStatus<Selected>(
  selector: (status: PollingStatus) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): ReadonlySignal<Selected>;
export function usePollingStatus(...selection: Selection<PollingStatus>): ReadonlySignal<unknown> {
  return useView(useFleet().polling.status, ...selection);
}

export interface UseTransitionsOptions {
  /** Returns the transitions of this database only. @default all databases */
  readonly id?: MaybeSignal<string | undefined>;
  /** The maximum number of transitions. @default 50 */
  readonly limit?: MaybeSignal<number | undefined>;
}

/**
 * Returns the last transitions as a signal, newest first, including transitions from before the component mounted. To
 * run code for each transition, subscribe to `useFleet().transitions` in `useEffect`.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * ```tsx
 * const transitions = useTransitions({ id, limit: 10 });
 * {transitions.value.map(({ sequence, from, to }) => <li key={sequence}>{from} → {to}</li>)}
 * ```
 */
export function useTransitions(options: UseTransitionsOptions = {}): ReadonlySignal<readonly Transition[]> {
  const fleet = useFleet();
  const own = ownOptions(options);
  const id = readSignal(own.id);
  const limit = readSignal(own.limit);
  return useView(useMemo(() => recentTransitionsOf(fleet, id, limit), [fleet, id, limit]));
}
