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
import { memoizeLast } from '../memoize-last.js';
import {
  databaseEntryOf,
  databaseOf,
  limitsOf,
  ownOptions,
  transitionsOf,
  vectorIndexOf,
  type Id,
} from '../queries.js';
import type { Readable } from '../readable.js';
import type { Selection } from '../selection.js';
import { useFleet } from './fleet-context.js';
import { useView, valueOf, type Current, type MaybeGetter } from './use-view.js';

/**
 * Returns the record of a database in `current`. The value is `undefined` without a record or an id. The database is
 * polled while an effect reads `current`.
 *
 * @param id an id, or a function that returns the id
 * @param selector derives a selection; effects then run again when the selection changes
 * @param equals keeps the last selection while the new selection is equal. @default Object.is
 * @example
 * ```ts
 * const database = useDatabase(() => id);
 * const state = useDatabase(() => id, (record) => record?.state);
 * ```
 */
export function useDatabase(id: MaybeGetter<Id>): Current<Database | undefined>;
export function useDatabase<Selected>(
  id: MaybeGetter<Id>,
  selector: (record: Database | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabase(id: MaybeGetter<Id>, ...selection: Selection<Database | undefined>): Current<unknown> {
  const fleet = useFleet();
  return useView(() => databaseOf(fleet, valueOf(id)), ...selection);
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
 * @example
 * ```ts
 * const entry = useDatabaseEntry(() => id);
 * const message = useDatabaseEntry(() => id, ({ error }) => error?.message);
 * ```
 */
export function useDatabaseEntry(id: MaybeGetter<string>): Current<Entry<Database>>;
export function useDatabaseEntry(id: MaybeGetter<Id>): Current<Entry<Database> | undefined>;
export function useDatabaseEntry<Selected>(
  id: MaybeGetter<string>,
  selector: (entry: Entry<Database>) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabaseEntry<Selected>(
  id: MaybeGetter<Id>,
  selector: (entry: Entry<Database> | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useDatabaseEntry(id: MaybeGetter<Id>, ...selection: Selection<never>): Current<unknown> {
  const fleet = useFleet();
  return useView(() => databaseEntryOf(fleet, valueOf(id)) as Readable<never>, ...selection);
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
 * @example
 * ```ts
 * const index = useVectorIndex(() => id);
 * const dimensions = useVectorIndex(() => id, (record) => record?.dimension_count);
 * ```
 */
export function useVectorIndex(id: MaybeGetter<Id>): Current<IndexRecord | undefined>;
export function useVectorIndex<Selected>(
  id: MaybeGetter<Id>,
  selector: (record: IndexRecord | undefined) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
): Current<Selected>;
export function useVectorIndex(
  id: MaybeGetter<Id>,
  ...selection: Selection<IndexRecord | undefined>
): Current<unknown> {
  const fleet = useFleet();
  return useView(() => vectorIndexOf(fleet, valueOf(id)), ...selection);
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
  const limits = memoizeLast(limitsOf);
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
  return useView(useFleet().limits.summary, ...selection);
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
  const transitions = memoizeLast(transitionsOf);
  return useView(() => {
    const { id, limit } = ownOptions(valueOf(options));
    return transitions(fleet, id, limit);
  });
}
