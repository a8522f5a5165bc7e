import { transitionsOf } from '../core/fleet/transitions.js';
import { limitsOf } from '../core/limits/limits-of.js';
import type {
  Database,
  Entry,
  Fleet,
  FleetError,
  IndexRecord,
  LimitUsage,
  ResourceKind,
  Transition,
} from '../index.js';
import { constantReadable, type Readable } from './readable.js';
import { identity } from './selection.js';

/*
 * The views that answer queries about one id. Queries about the whole fleet need no function here. Their views are
 * `fleet.databases.all`, `fleet.indices.all`, `limitSummaryOf(fleet)` and `fleet.polling.status`.
 */

/** The id of a database or a vector index. It is `undefined` or `null` while a component has no id yet. */
export type Id = string | undefined | null;

/** Copies the own properties of an options object, so that a read does not return a value from a polluted prototype. */
export function ownOptions<O extends object>(options: O): O {
  return { __proto__: null, ...options };
}

const NO_RECORD = constantReadable(undefined);
const EMPTY = constantReadable<readonly never[]>([]);

/**
 * Calls `find` if there is an id. Ids come from addresses and forms, so an invalid id must not make a component fail.
 *
 * @param fallback the answer without an id
 * @param onInvalid returns the answer for an invalid id. @default `fallback`
 */
function findById<T>(
  id: Id,
  find: (id: string) => Readable<T>,
  fallback: Readable<T>,
  onInvalid: (error: FleetError, id: string) => Readable<T> = () => fallback,
): Readable<T> {
  if (id === undefined || id === null) return fallback;
  try {
    return find(id);
  } catch (error) {
    return onInvalid(error as FleetError, id);
  }
}

function databaseOf({ databases }: Fleet, id: Id): Readable<Database | undefined> {
  return findById<Database | undefined>(id, databases.record, NO_RECORD);
}

function databaseEntryOf({ databases }: Fleet, id: Id): Readable<Entry<Database> | undefined> {
  return findById<Entry<Database> | undefined>(id, databases.entry, NO_RECORD, invalidEntry);
}

function vectorIndexOf({ indices }: Fleet, id: Id): Readable<IndexRecord | undefined> {
  return findById<IndexRecord | undefined>(id, indices.record, NO_RECORD);
}

function vectorIndexEntryOf({ indices }: Fleet, id: Id): Readable<Entry<IndexRecord> | undefined> {
  return findById<Entry<IndexRecord> | undefined>(id, indices.entry, NO_RECORD, invalidEntry);
}

/** A query about one id whose answer is part of an entry. */
export interface IdQuery<T> {
  viewOf(fleet: Fleet, id: Id): Readable<T>;
  entryOf(fleet: Fleet, id: Id): Readable<Entry<object> | undefined>;
  answerOf(entry: Entry<object> | undefined): T;
}

function recordOf<R>(entry: Entry<R> | undefined): R | undefined {
  return entry?.record;
}

export const databaseQuery: IdQuery<Database | undefined> = {
  viewOf: databaseOf,
  entryOf: databaseEntryOf,
  answerOf: recordOf<Database>,
};

export const databaseEntryQuery: IdQuery<Entry<Database> | undefined> = {
  viewOf: databaseEntryOf,
  entryOf: databaseEntryOf,
  answerOf: identity<Entry<Database> | undefined>,
};

export const vectorIndexQuery: IdQuery<IndexRecord | undefined> = {
  viewOf: vectorIndexOf,
  entryOf: vectorIndexEntryOf,
  answerOf: recordOf<IndexRecord>,
};

export function limitsById(fleet: Fleet, resource: ResourceKind, id: Id): Readable<readonly LimitUsage[]> {
  return findById<readonly LimitUsage[]>(id, (known) => limitsOf(fleet, resource, known), EMPTY);
}

/**
 * The transitions of one database, or of all databases if `id` is `undefined`. Returns a new view at each call. The
 * caller keeps the view while the arguments stay the same.
 */
export function recentTransitionsOf(
  fleet: Fleet,
  id: string | undefined,
  limit: number | undefined,
): Readable<readonly Transition[]> {
  const transitions = transitionsOf(fleet);
  // Throws if the limit is invalid, even if the id is invalid too.
  const all = transitions.recent({ limit });
  if (id === undefined) return all;
  return findById<readonly Transition[]>(id, (databaseId) => transitions.recent({ id: databaseId, limit }), EMPTY);
}

const invalidEntries = new Map<string, Readable<Entry<never>>>();

/** More than a page shows at once. The limit keeps ids that a user types from filling the memory. */
const MAX_INVALID_ENTRIES = 100;

/** Returns the same readable for the same id: with a new one at each render, a component would render without end. */
function invalidEntry(error: FleetError, id: string): Readable<Entry<never>> {
  let entry = invalidEntries.get(id);
  if (entry === undefined) {
    if (invalidEntries.size === MAX_INVALID_ENTRIES) invalidEntries.clear();
    entry = constantReadable({ id, status: 'unknown', record: undefined, fetching: false, error });
    invalidEntries.set(id, entry);
  }
  return entry;
}
