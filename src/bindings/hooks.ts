import type {
  Database,
  Fleet,
  IndexRecord,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
  ViewOptions,
} from '../index.js';
import { createCreation, type CreationActions, type CreationOptions, type CreationState } from './creation.js';
import * as queries from './queries.js';
import type { EntryFor, Ids, Query } from './queries.js';
import type { Readable } from './readable.js';
import type { DatabaseOptions, IdOptions, ResultOf, SelectOptions } from './selection.js';
import type { DatabaseEntry } from './tracked-entry.js';
import type { Id } from './views-by-id.js';
import * as awaited from './waits.js';
import type { Awaited, AwaitedListOptions, Wait } from './waits.js';

/*
 * The hooks of React and Preact. Each hook is created separately, so a bundle contains only the hooks that it imports.
 * A hook has one signature, because editors show the comment of a constant only if its type has no overloads.
 */

/** The functions of a framework that the hooks call. */
export interface HookFramework {
  useFleet(): Fleet;
  useMemo<T>(create: () => T, dependencies: readonly unknown[]): T;
  useEffect(effect: () => void): void;
  useDebugValue<T>(value: T, format?: (value: T) => unknown): void;
  useView<T, Selected = T>(view: Readable<T>, options?: SelectOptions<T, Selected>): ResultOf<Selected>;
}

type FleetHook<T> = <Selected = T>(options?: SelectOptions<T, Selected>) => ResultOf<Selected>;
type IdHook<T, Options = DatabaseOptions> = <Selected = T>(
  id: Id,
  options?: SelectOptions<T, Selected> & Options,
) => ResultOf<Selected>;
type EntryHook = <I extends Id, Selected = EntryFor<I>>(
  id: I,
  options?: SelectOptions<EntryFor<I>, Selected> & DatabaseOptions,
) => ResultOf<Selected>;
type DatabasesHook = <Selected = readonly Database[]>(
  ids?: Ids,
  options?: SelectOptions<readonly Database[], Selected> & ViewOptions,
) => ResultOf<Selected>;
type EntriesHook = <Selected = readonly DatabaseEntry[]>(
  ids: readonly string[],
  options?: SelectOptions<readonly DatabaseEntry[], Selected> & ViewOptions,
) => ResultOf<Selected>;
type LimitsHook = <Selected = readonly LimitUsage[]>(
  resource: ResourceKind,
  id: Id,
  options?: SelectOptions<readonly LimitUsage[], Selected>,
) => ResultOf<Selected>;
type TransitionsHook = (options?: RecentTransitionsOptions) => readonly Transition[];
type CreationHook = (options?: CreationOptions) => CreationState & CreationActions;

/** Returns the view that answers a query. */
export function useQueryView<Arguments extends readonly unknown[], T>(
  { useFleet, useMemo }: Pick<HookFramework, 'useFleet' | 'useMemo'>,
  query: Query<Arguments, T>,
  args: Arguments,
  { keepPrevious, everyMs, passive }: DatabaseOptions = {},
): Readable<T> {
  const fleet = useFleet();
  const viewOf = useMemo(
    () => query(fleet, { keepPrevious, everyMs, passive }),
    [query, fleet, keepPrevious, everyMs, passive],
  );
  return useMemo(() => viewOf(...args), [viewOf, ...args]);
}

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  framework: HookFramework,
  query: Query<Arguments, T>,
  args: Arguments,
  options?: SelectOptions<T, Selected> & DatabaseOptions,
): ResultOf<Selected> {
  framework.useDebugValue(args, describeArguments);
  return framework.useView(useQueryView(framework, query, args, options), options);
}

/** Short, and without the records that the page shows. */
function describeArguments(args: readonly unknown[]): string {
  return args
    .map((each) => (Array.isArray(each) ? `${each.length} ids` : each))
    .join(' ')
    .slice(0, 40);
}

/** Creates a hook that answers a query about the whole fleet. */
export function createFleetHook<T>(framework: HookFramework, query: Query<[], T>): FleetHook<T> {
  return (options) => useQuery(framework, query, [], options);
}

/** Creates a hook that answers a query about one id. */
export function createIdHook<T>(framework: HookFramework, query: Query<[Id], T>): IdHook<T> {
  return (id, options) => useQuery(framework, query, [id], options);
}

export function createIndexHook(framework: HookFramework): IdHook<IndexRecord | undefined, IdOptions> {
  return createIdHook(framework, queries.vectorIndex);
}

export function createEntryHook(framework: HookFramework): EntryHook {
  return createIdHook(framework, queries.databaseEntry) as EntryHook;
}

export function createDatabasesHook(framework: HookFramework): DatabasesHook {
  return (ids, options) => useQuery(framework, queries.databases, [ids], options);
}

export function createEntriesHook(framework: HookFramework): EntriesHook {
  return (ids, options) => useQuery(framework, queries.databaseEntries, [ids], options);
}

export function createLimitsHook(framework: HookFramework): LimitsHook {
  return (resource, id, options) => useQuery(framework, queries.limits, [resource, id], options);
}

export function createTransitionsHook(framework: HookFramework): TransitionsHook {
  return ({ id, limit } = {}) => useQuery(framework, queries.transitions, [id, limit]);
}

export function createCreationHook(framework: HookFramework): CreationHook {
  const { useFleet, useMemo, useEffect, useView, useDebugValue } = framework;
  return (options) => {
    const fleet = useFleet();
    const last = useMemo((): { current: typeof options } => ({ current: options }), []);
    useEffect(() => void (last.current = options));
    const creation = useMemo(() => createCreation(fleet, last), [fleet, last]);
    const state = useView(creation);
    useDebugValue(state.status);
    return { ...state, ...creation.actions };
  };
}

type Suspend = (wait: Exclude<Wait, undefined>) => never;

/**
 * Creates a hook that returns its value only when there is nothing to wait for.
 *
 * @param suspend throws the error, or suspends the component until the request has an answer
 */
export function createSuspenseHook<Arguments extends readonly unknown[], T>(
  framework: HookFramework,
  suspend: Suspend,
  { query, waits }: Awaited<Arguments, T>,
): (...args: Arguments) => T {
  return (...args) => {
    const value = useQuery(framework, query, args);
    const wait = framework.useView(useQueryView(framework, waits, args));
    return wait === undefined ? (value as T) : suspend(wait);
  };
}

export function createSuspenseListHook(
  framework: HookFramework,
  suspend: Suspend,
): (ids: readonly string[], options?: AwaitedListOptions) => readonly Database[] {
  const useDatabasesOf = createSuspenseHook(framework, suspend, awaited.databases);
  return (ids, { throwOnError } = {}) => useDatabasesOf(ids, throwOnError);
}
