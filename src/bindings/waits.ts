import { FleetError } from '../core/shared/fleet-error.js';
import type { Database, Fleet, IndexRecord } from '../index.js';
import { memoizeLast } from './answer.js';
import { viewsOfList } from './list.js';
import * as queries from './queries.js';
import type { Query } from './queries.js';
import { constantReadable, mapReadable, type Readable } from './readable.js';

/**
 * A function that requests the value that a component lacks, or the error that explains why the value cannot be loaded.
 * `undefined` if the value is there.
 */
export type Wait = (() => Promise<unknown>) | FleetError | undefined;

/** A value for which a component can wait. */
export interface Awaited<Arguments extends readonly unknown[], T> {
  readonly query: Query<Arguments, T | undefined>;
  readonly waits: Query<Arguments, Wait>;
}

/** The options of a function that waits for several databases. */
export interface AwaitedListOptions {
  /**
   * Whether the error of a database that cannot be loaded is thrown, such as of one that does not exist. Otherwise the list
   * leaves that database out. @default true
   */
  readonly throwOnError?: boolean | undefined;
}

export const database: Awaited<[id: string], Database> = {
  query: queries.database,
  waits: (fleet) => (id) => waitForDatabase(fleet, id),
};

export const databases: Awaited<[ids: readonly string[], throwOnError?: boolean | undefined], readonly Database[]> = {
  query: queries.databases,
  waits(fleet) {
    const waitsOf = viewsOfList((id) => waitOrError(() => waitForDatabase(fleet, id)));
    const join = memoizeLast(joinWaits);
    return (ids, throwOnError = true) => mapReadable(waitsOf(ids), (waits) => join(waits, throwOnError));
  },
};

export const vectorIndex: Awaited<[id: string], IndexRecord> = {
  query: queries.vectorIndex,
  waits:
    ({ indices }) =>
    (id) => {
      const record = indices.record(id);
      const absent = new FleetError('not-found', 'list-vector-indices', `the list has no index ${JSON.stringify(id)}`);
      return waitOn(indices.status, indices.refresh, ({ status }) => {
        if (record.value !== undefined) return undefined;
        // A list that a store has kept is stale, and cannot tell that an index is absent.
        return status === 'fresh' ? absent : 'wait';
      });
    },
};

export const vectorIndices: Awaited<[], readonly IndexRecord[]> = {
  query: queries.vectorIndices,
  waits:
    ({ indices: { status, refresh } }) =>
    () =>
      // The error of the list does not count: the fleet keeps it, but a later component has to ask again.
      waitOn(status, refresh, ({ confirmedAt }) => (confirmedAt === undefined ? 'wait' : undefined)),
};

function waitForDatabase({ databases }: Fleet, id: string): Readable<Wait> {
  const refresh = (): Promise<unknown> => databases.refresh(id);
  return waitOn(databases.entry(id), refresh, ({ record, error }) => (record ? undefined : (error ?? 'wait')));
}

/** The error of an invalid id as a wait: it is one more reason why there is no value. */
export function waitOrError(find: () => Readable<Wait>): Readable<Wait> {
  try {
    return find();
  } catch (error) {
    return constantReadable<Wait>(error as FleetError);
  }
}

/** @param view of the store, which has one view for all components: they share one request */
function waitOn<State>(
  view: Readable<State>,
  request: () => Promise<unknown>,
  check: (state: State) => 'wait' | FleetError | undefined,
): Readable<Wait> {
  const load = (): Promise<void> => whenLoaded(view, request, () => check(view.value) === 'wait');
  return mapReadable(view, (state) => {
    const found = check(state);
    return found === 'wait' ? load : found;
  });
}

/** The promise for two loads, by the one and the other: React expects the same promise while it waits. */
const joined = new WeakMap<object, WeakMap<object, Promise<unknown>>>();

function joinWaits(waits: readonly Wait[], throwOnError: boolean): Wait {
  const loads = waits.filter((wait) => typeof wait === 'function');
  const error = throwOnError && waits.find((wait) => typeof wait !== 'function');
  if (error || loads.length === 0) return error || undefined;
  return () => loads.map((load) => load()).reduce(joinTwo);
}

function joinTwo(one: Promise<unknown>, other: Promise<unknown>): Promise<unknown> {
  const ofOne = joined.get(one) ?? new WeakMap<object, Promise<unknown>>();
  const both = ofOne.get(other) ?? Promise.all([one, other]);
  joined.set(one, ofOne.set(other, both));
  return both;
}

/** Resolves with `result` when there is nothing to wait for. @throws FleetError the reason why there is no value */
export async function whenSettled<Result>(waits: Readable<Wait>, result: Result): Promise<Result> {
  for (let wait = waits.value; wait !== undefined; wait = waits.value) {
    if (typeof wait !== 'function') throw wait;
    await wait();
  }
  return result;
}

/** The promise of each load in progress, by its view. */
const pendingLoads = new WeakMap<object, Promise<void>>();
/** The error of each view whose value cannot be loaded any more. */
const finalErrors = new WeakMap<object, FleetError>();
/** Why the last request of a view failed, if the view has no error: the request was not sent, or was for a list. */
const failures = new WeakMap<object, FleetError>();

/**
 * Requests a value for a suspended component. All callers for one view share one promise. It does not observe the view: a
 * framework does not report that it dropped a suspended component.
 *
 * @throws FleetError `disposed`; the reason why the last request failed, if the view does not have it
 */
function whenLoaded(view: object, request: () => Promise<unknown>, isMissing: () => boolean): Promise<void> {
  const finalError = finalErrors.get(view);
  if (finalError) throw finalError;
  const failure = failures.get(view);
  if (failure) {
    // After an error React renders a second time in the same task. A later attempt asks again.
    queueMicrotask(() => failures.delete(view));
    throw failure;
  }
  let loading = pendingLoads.get(view);
  if (!loading) pendingLoads.set(view, (loading = load()));
  return loading;

  async function load(): Promise<void> {
    // The request changes the view, and a framework forbids updates of other components during a render.
    await Promise.resolve();
    try {
      await request();
    } catch (error) {
      if ((error as FleetError).code === 'disposed') finalErrors.set(view, error as FleetError);
      // Without this, the caller would ask again at once, for ever.
      else if (isMissing()) failures.set(view, error as FleetError);
    }
    pendingLoads.delete(view);
  }
}
