import type { Fleet, LimitUsage, RecentTransitionsOptions, ResourceKind, Transition } from '../index.js';
import { createCreation, type Creation, type CreationState } from './creation.js';
import * as queries from './queries.js';
import type { EntryFor, Query } from './queries.js';
import type { Readable } from './readable.js';
import { readIdParameters, type IdParameters, type Selection, type ResultOf } from './selection.js';
import type { Id } from './views-by-id.js';

/*
 * The hooks of React and Preact. Each hook is created separately, so a bundle contains only the hooks that it imports.
 * A hook has one signature, because editors show the comment of a constant only if its type has no overloads.
 */

/** The functions of a framework that the hooks call. */
export interface HookFramework {
  useFleet(): Fleet;
  useMemo<T>(create: () => T, dependencies: readonly unknown[]): T;
  useView<T, Selected = T>(view: Readable<T>, ...selection: Selection<T, Selected>): ResultOf<Selected>;
}

type FleetHook<T> = <Selected = T>(...selection: Selection<T, Selected>) => ResultOf<Selected>;
type IdHook<T> = <Selected = T>(id: Id, ...parameters: IdParameters<T, Selected>) => ResultOf<Selected>;
type EntryHook = <I extends Id, Selected = EntryFor<I>>(
  id: I,
  ...parameters: IdParameters<EntryFor<I>, Selected>
) => ResultOf<Selected>;
type LimitsHook = <Selected = readonly LimitUsage[]>(
  resource: ResourceKind,
  id: Id,
  ...selection: Selection<readonly LimitUsage[], Selected>
) => ResultOf<Selected>;
type TransitionsHook = (options?: RecentTransitionsOptions) => readonly Transition[];
type CreationHook = () => CreationState & Pick<Creation, 'create' | 'reset'>;

function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
  { useFleet, useMemo, useView }: HookFramework,
  query: Query<Arguments, T>,
  args: Arguments,
  selection: Selection<T, Selected>,
  keepPrevious = false,
): ResultOf<Selected> {
  const fleet = useFleet();
  const viewOf = useMemo(() => query(fleet, keepPrevious), [query, fleet, keepPrevious]);
  const view = useMemo(() => viewOf(...args), [viewOf, ...args]);
  return useView(view, ...selection);
}

/** Creates a hook that answers a query about the whole fleet. */
export function createFleetHook<T>(framework: HookFramework, query: Query<[], T>): FleetHook<T> {
  return (...selection) => useQuery(framework, query, [], selection);
}

/** Creates a hook that answers a query about one id. */
export function createIdHook<T>(framework: HookFramework, query: Query<[Id], T>): IdHook<T> {
  return (id, ...parameters) => {
    const { keepPrevious, selection } = readIdParameters(parameters);
    return useQuery(framework, query, [id], selection, keepPrevious);
  };
}

export function createEntryHook(framework: HookFramework): EntryHook {
  return createIdHook(framework, queries.databaseEntry) as EntryHook;
}

export function createLimitsHook(framework: HookFramework): LimitsHook {
  return (resource, id, ...selection) => useQuery(framework, queries.limits, [resource, id], selection);
}

export function createTransitionsHook(framework: HookFramework): TransitionsHook {
  return ({ id, limit } = {}) => useQuery(framework, queries.transitions, [id, limit], []);
}

export function createCreationHook({ useFleet, useMemo, useView }: HookFramework): CreationHook {
  return () => {
    const fleet = useFleet();
    const creation = useMemo(() => createCreation(fleet), [fleet]);
    const state = useView(creation);
    return { ...state, create: creation.create, reset: creation.reset };
  };
}
