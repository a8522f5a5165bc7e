import { isListRecent } from '../core/fleet/indices.js';
import { systemClock } from '../core/shared/clock.js';
import { FleetError } from '../core/shared/fleet-error.js';
import type { Database, Fleet, IndexRecord } from '../index.js';
import { memoizeLast } from './answer.js';
import { viewsOfList } from './list.js';
import * as queries from './queries.js';
import { constantReadable, mapReadable, type Readable } from './readable.js';

/**
 * A function that requests the value that a component lacks, or the error that explains why the value cannot be loaded.
 * `undefined` if the value is there.
 */
export type Wait = (() => Promise<unknown>) | FleetError | undefined;

export interface Awaited<Arguments extends readonly unknown[], T> {
  readonly query: queries.Query<Arguments, T | undefined>;
  readonly waits: queries.Query<Arguments, Wait>;
}

/** The options of a function that waits for several databases. */
export interface AwaitedListOptions {
  /**
   * Whether to throw the error of a database that cannot be loaded, for example because it does not exist. Otherwise
   * the list leaves that database out. An error of a `baseUrl` without an origin is always thrown. @default true
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
    const waitsOf = (id: string): Readable<Wait> => waitOrError(() => waitForDatabase(fleet, id));
    const throwing = viewsOfList(waitsOf);
    const leavingOut = viewsOfList((id) => keepError(waitsOf(id)));
    const join = memoizeLast(joinWaits);
    return (ids, throwOnError = true) =>
      mapReadable((throwOnError ? throwing : leavingOut)(ids), (waits) => join(waits, throwOnError));
  },
};

export const vectorIndex: Awaited<[id: string], IndexRecord> = {
  query: queries.vectorIndex,
  waits: (fleet) => (id) => {
    const record = fleet.indices.record(id);
    const absent = new FleetError('not-found', 'list-vector-indices', `the list has no index ${JSON.stringify(id)}`);
    let provesAbsence = false;
    return waitOn(fleet.indices.status, fleet.indices.refresh, ({ status }) => {
      // A stale list, such as a list of a store, proves no absence. Nor does an old list until the component polls it.
      provesAbsence = status === 'fresh' && (provesAbsence || isListRecent(fleet));
      return record.value ? undefined : provesAbsence ? absent : 'wait';
    });
  },
};

export const vectorIndices: Awaited<[], readonly IndexRecord[]> = {
  query: queries.vectorIndices,
  waits:
    ({ indices: { status, refresh } }) =>
    () =>
      // The error of the list does not count: the fleet keeps it, but a later component has to ask again.
      waitOn(status, refresh, (list) => (['unknown', 'loading'].includes(list.status) ? 'wait' : undefined)),
};

function waitForDatabase({ databases }: Fleet, id: string): Readable<Wait> {
  const refresh = (): Promise<unknown> => databases.refresh(id);
  return waitOn(databases.entry(id), refresh, ({ record, error }) => (record ? undefined : (error ?? 'wait')));
}

/** Returns the error of an invalid id as a wait, like any other reason for a missing value. */
export function waitOrError(find: () => Readable<Wait>): Readable<Wait> {
  try {
    return find();
  } catch (error) {
    return constantReadable<Wait>(error as FleetError);
  }
}

/** @param view the same view for all components, so that they share one request */
function waitOn<State>(
  view: Readable<State>,
  request: () => Promise<unknown>,
  check: (state: State) => 'wait' | FleetError | undefined,
): Readable<Wait> {
  const load = (): Promise<void> => whenLoaded(view, request, () => check(view.value) === 'wait');
  return mapReadable(view, (state) => {
    const found = check(state);
    return found === 'wait' ? (takeFailure(view) ?? load) : found;
  });
}

/** Keeps an error until the value is there: a component that shows its list without a database does not wait again. */
function keepError(waits: Readable<Wait>): Readable<Wait> {
  let error: FleetError | undefined;
  return mapReadable(waits, (wait) => {
    if (typeof wait !== 'function') error = wait;
    return error ?? wait;
  });
}

/** The promise for each pair of loads: React expects the same promise while it waits. */
const joined = new WeakMap<object, WeakMap<object, Promise<unknown>>>();

function joinWaits(waits: readonly Wait[], throwOnError: boolean): Wait {
  const loads = waits.filter((wait) => typeof wait === 'function');
  const error = waits.find((wait) => typeof wait === 'object' && (throwOnError || lacksOrigin(wait)));
  if (error || loads.length === 0) return error;
  return () => loads.map((load) => load()).reduce(joinTwo);
}

/** Whether nothing at all can be requested: the `baseUrl` of the fleet is a path, and there is no page, as on a server. */
export const lacksOrigin = ({ issues }: FleetError): boolean => issues?.[0]?.path === 'baseUrl';

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

const pendingLoads = new WeakMap<object, Promise<void>>();
/** Why the last request of a view failed, if the view has no error: the request was not sent, or was for a list. */
const failures = new WeakMap<object, { readonly error: FleetError; readonly atMs: number }>();
/** How long a failure counts, as long as a fleet keeps errors: the component that waited may have unmounted. */
const KEEP_MS = 5000;

function takeFailure(view: object): FleetError | undefined {
  const { error, atMs = -Infinity } = failures.get(view) ?? {};
  // After an error React renders a second time in the same task. A later component asks again.
  if (error) queueMicrotask(() => failures.delete(view));
  return systemClock.monotonic() - atMs < KEEP_MS ? error : undefined;
}

/**
 * Requests a value for a suspended component. All callers for one view share one promise, which never rejects. It does not
 * observe the view: a framework does not report that it dropped a suspended component.
 */
function whenLoaded(view: object, request: () => Promise<unknown>, isMissing: () => boolean): Promise<void> {
  let loading = pendingLoads.get(view);
  if (!loading) pendingLoads.set(view, (loading = load()));
  return loading;

  async function load(): Promise<void> {
    // The request changes the view, and a framework forbids updates of other components during a render.
    await Promise.resolve();
    try {
      if (isMissing()) await request();
    } catch (error) {
      // Without this, the caller would ask again at once, without end.
      if (isMissing()) failures.set(view, { error: error as FleetError, atMs: systemClock.monotonic() });
    }
    pendingLoads.delete(view);
  }
}
