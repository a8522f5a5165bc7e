import type {
  Database,
  Entry,
  Fleet,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
} from '../index.js';
import { createCreation, type Creation, type CreationState } from './creation.js';
import { readIdParameters, viewsById, type IdOptions, type IdParameters } from './keep-previous.js';
import { limitsById, ownOptions, recentTransitionsOf, type Id, type IdQuery } from './queries.js';
import type { Readable } from './readable.js';
import type { Selection } from './selection.js';

/*
 * The hooks of React and Preact. The interface of a hook documents its signatures. A factory creates the hook for one of
 * the frameworks. Each hook is created separately, so a bundle contains only the hooks that it imports.
 */

/** The functions of a framework that the hooks call. */
export interface HookFramework {
  useFleet(): Fleet;
  useMemo<T>(create: () => T, dependencies: readonly unknown[]): T;
  readonly useView: UseView;
}

interface UseView {
  <T>(view: Readable<T>): T;
  <T, Selected>(view: Readable<T>, ...selection: Selection<T, Selected>): Selected;
}

/** Calls `create` with the fleet and the arguments. Calls it again only when the fleet or an argument changes. */
function useFromFleet<Arguments extends readonly unknown[], Result>(
  { useFleet, useMemo }: HookFramework,
  create: (fleet: Fleet, ...args: Arguments) => Result,
  ...args: Arguments
): Result {
  const fleet = useFleet();
  return useMemo(() => create(fleet, ...args), [fleet, ...args]);
}

type FleetHook<T> = <Selected = T>(...selection: Selection<T, Selected>) => Selected;

/** Creates a hook that answers a query about the whole fleet. */
export function createFleetHook<T>(framework: HookFramework, find: (fleet: Fleet) => Readable<T>): FleetHook<T> {
  return (...selection) => framework.useView(useFromFleet(framework, find), ...selection);
}

type IdHook<T> = <Selected = T>(id: Id, ...parameters: IdParameters<T, Selected>) => Selected;

/** Creates a hook that answers a query about one id. */
export function createIdHook<T>(framework: HookFramework, query: IdQuery<T>): IdHook<T> {
  return (id, ...parameters) => {
    const { keepPrevious, selection } = readIdParameters(parameters);
    const viewOf = useFromFleet(framework, viewsById<T>, query, keepPrevious);
    const view = framework.useMemo(() => viewOf(id), [viewOf, id]);
    return framework.useView(view, ...selection);
  };
}

export interface UseDatabase {
  /**
   * Returns the record of a database, or `undefined` without a record or an id. The database is polled while the
   * component is mounted.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @param options whether the value of the previous id stays after a change of the id
   * @example
   * ```tsx
   * const database = useDatabase(id);
   * const state = useDatabase(id, (record) => record?.state);
   * ```
   */
  (id: Id, options?: IdOptions): Database | undefined;
  <Selected>(
    id: Id,
    selector: (record: Database | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
    options?: IdOptions,
  ): Selected;
}

export interface UseDatabaseEntry {
  /**
   * Returns the entry of a database: its record with its status, error and time of confirmation. The component renders
   * with every answer, since every answer confirms the entry. Use a selector to render less often.
   *
   * The entry of an invalid id has the error `invalid-request`.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @param options whether the value of the previous id stays after a change of the id
   * @example
   * ```tsx
   * const { record, status, error } = useDatabaseEntry(id);
   * const message = useDatabaseEntry(id, ({ error }) => error?.message);
   * ```
   */
  (id: string, options?: IdOptions): Entry<Database>;
  (id: Id, options?: IdOptions): Entry<Database> | undefined;
  <Selected>(
    id: string,
    selector: (entry: Entry<Database>) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
    options?: IdOptions,
  ): Selected;
  <Selected>(
    id: Id,
    selector: (entry: Entry<Database> | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
    options?: IdOptions,
  ): Selected;
}

export interface UseDatabases {
  /**
   * Returns the records of all known databases, in the order in which the fleet first saw them. The component renders
   * when any record changes. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call `useDatabase`
   * in each row.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @example
   * ```tsx
   * const count = useDatabases((records) => records.length);
   * ```
   */
  (): readonly Database[];
  <Selected>(
    selector: (records: readonly Database[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): Selected;
}

export interface UseVectorIndex {
  /**
   * Returns the record of a vector index, or `undefined` without a record or an id. The list of indices is polled while
   * the component is mounted.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @param options whether the value of the previous id stays after a change of the id
   * @example
   * ```tsx
   * const index = useVectorIndex(id);
   * const dimensions = useVectorIndex(id, (record) => record?.dimension_count);
   * ```
   */
  (id: Id, options?: IdOptions): IndexRecord | undefined;
  <Selected>(
    id: Id,
    selector: (record: IndexRecord | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
    options?: IdOptions,
  ): Selected;
}

export interface UseVectorIndices {
  /**
   * Returns the records of all vector indices of the account. The list is polled while the component is mounted.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @example
   * ```tsx
   * const indices = useVectorIndices();
   * ```
   */
  (): readonly IndexRecord[];
  <Selected>(
    selector: (records: readonly IndexRecord[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): Selected;
}

export interface UseLimits {
  /**
   * Returns the limits of a database or a vector index with their usage. The list is empty without a record or an id.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @example
   * ```tsx
   * const limits = useLimits('database', id);
   * const isFull = useLimits('database', id, (all) => all.some(({ status }) => status === 'exceeded'));
   * ```
   * @see api.md, Limits.
   */
  (resource: ResourceKind, id: Id): readonly LimitUsage[];
  <Selected>(
    resource: ResourceKind,
    id: Id,
    selector: (limits: readonly LimitUsage[]) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): Selected;
}

export function createUseLimits(framework: HookFramework): UseLimits {
  return <Selected>(resource: ResourceKind, id: Id, ...selection: Selection<readonly LimitUsage[], Selected>) =>
    framework.useView(useFromFleet(framework, limitsById, resource, id), ...selection);
}

export interface UseFleetSummary {
  /**
   * Returns a summary of all limits of the fleet.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @example
   * ```tsx
   * const worst = useFleetSummary((summary) => summary.worst);
   * ```
   */
  (): FleetSummary;
  <Selected>(selector: (summary: FleetSummary) => Selected, equals?: (a: Selected, b: Selected) => boolean): Selected;
}

export interface UsePollingStatus {
  /**
   * Returns the polling status: whether polling runs, the reason and the end of a pause, and counts of databases and
   * requests. The status changes with each request. Use a selector to render less often.
   *
   * @param selector derives a selection; the component then renders when the selection changes
   * @param equals keeps the last selection while the new selection is equal. @default Object.is
   * @example
   * ```tsx
   * const pauseReason = usePollingStatus(({ reason }) => reason?.message);
   * ```
   */
  (): PollingStatus;
  <Selected>(selector: (status: PollingStatus) => Selected, equals?: (a: Selected, b: Selected) => boolean): Selected;
}

export interface UseTransitions {
  /**
   * Returns the last transitions, newest first, including transitions from before the component mounted. To run code
   * for each transition, subscribe to `useFleet().transitions` in an effect.
   *
   * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
   * @example
   * ```tsx
   * const transitions = useTransitions({ id, limit: 10 });
   * ```
   */
  (options?: RecentTransitionsOptions): readonly Transition[];
}

export function createUseTransitions(framework: HookFramework): UseTransitions {
  return (options = {}) => {
    const { id, limit } = ownOptions(options);
    return framework.useView(useFromFleet(framework, recentTransitionsOf, id, limit));
  };
}

export interface UseCreateDatabase {
  /**
   * Returns a function that creates a database, and the status of the creation.
   *
   * @example
   * ```tsx
   * const creation = useCreateDatabase();
   * <button disabled={creation.status === 'pending'} onClick={() => creation.create(request)} />
   * {creation.status === 'failed' && <p role="alert">{creation.error.message}</p>}
   * ```
   */
  (): CreationState & Pick<Creation, 'create' | 'reset'>;
}

export function createUseCreateDatabase(framework: HookFramework): UseCreateDatabase {
  return () => {
    const creation = useFromFleet(framework, createCreation);
    const state = framework.useView(creation);
    return { ...state, create: creation.create, reset: creation.reset };
  };
}
