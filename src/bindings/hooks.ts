import type { Database, Fleet } from '../index.js';
import { memoizeLast } from './answer.js';
import { createCreation, type CreationActions, type CreationOptions, type CreationState } from './creation.js';
import type { Query } from './queries.js';
import type { Readable } from './readable.js';
import type { DatabaseOptions, ResultOf, SelectOptions } from './selection.js';
import * as awaited from './waits.js';
import type { Awaited, AwaitedListOptions, Wait } from './waits.js';

export interface HookFramework {
  useFleet(): Fleet;
  useMemo<T>(create: () => T, dependencies: readonly unknown[]): T;
  useEffect(effect: () => void): void;
  useDebugValue<T>(value: T, format?: (value: T) => unknown): void;
  useView<T, Selected = T>(view: Readable<T>, options?: SelectOptions<T, Selected>): ResultOf<Selected>;
}

type CreationHook = (options?: CreationOptions) => CreationState & CreationActions;

export function useQueryView<Arguments extends readonly unknown[], T>(
  { useFleet, useMemo }: Pick<HookFramework, 'useFleet' | 'useMemo'>,
  query: Query<Arguments, T>,
  args: Arguments,
  { keepPrevious, everyMs, passive }: DatabaseOptions = {},
): Readable<T> {
  const fleet = useFleet();
  const viewOf = useMemo(
    () => memoizeLast(query(fleet, { keepPrevious, everyMs, passive })),
    [query, fleet, keepPrevious, everyMs, passive],
  );
  return useMemo(() => viewOf(...args), [viewOf, ...args]);
}

export function useQuery<Arguments extends readonly unknown[], T, Selected = T>(
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
    .map((each) => (Array.isArray(each) ? `ids: ${each.length}` : each))
    .join(' ')
    .slice(0, 40);
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
