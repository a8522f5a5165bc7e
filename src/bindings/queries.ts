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

/*
 * The views that answer queries about one id. Queries about the whole fleet need no function here. Their views are
 * `fleet.databases.all`, `fleet.indices.all`, `fleet.limits.summary` and `fleet.polling.status`.
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
 * @param fallback returns the answer without an id, and, with an error, the answer for an invalid id
 */
function findById<T>(
  id: Id,
  find: (id: string) => Readable<T>,
  fallback: (error?: FleetError) => Readable<T>,
): Readable<T> {
  if (id === undefined || id === null) return fallback();
  try {
    return find(id);
  } catch (error) {
    return fallback(error as FleetError);
  }
}

export function databaseOf({ databases }: Fleet, id: Id): Readable<Database | undefined> {
  return findById<Database | undefined>(id, databases.record, () => NO_RECORD);
}

export function databaseEntryOf({ databases }: Fleet, id: Id): Readable<Entry<Database> | undefined> {
  return findById<Entry<Database> | undefined>(id, databases.entry, (error) =>
    error ? invalidEntry(`${id}`, error) : NO_RECORD,
  );
}

export function vectorIndexOf({ indices }: Fleet, id: Id): Readable<IndexRecord | undefined> {
  return findById<IndexRecord | undefined>(id, indices.record, () => NO_RECORD);
}

/** Returns a new view at each call. The caller keeps the view while the arguments stay the same. */
export function limitsOf({ limits }: Fleet, resource: ResourceKind, id: Id): Readable<readonly LimitUsage[]> {
  return findById<readonly LimitUsage[]>(id, limits[resource], () => EMPTY);
}

/**
 * The transitions of one database, or of all databases if `id` is `undefined`. Returns a new view at each call. The
 * caller keeps the view while the arguments stay the same.
 */
export function transitionsOf(
  { transitions }: Fleet,
  id: string | undefined,
  limit: number | undefined,
): Readable<readonly Transition[]> {
  // Throws if the limit is invalid, even if the id is invalid too.
  const all = transitions.recent({ limit });
  if (id === undefined) return all;
  return findById<readonly Transition[]>(
    id,
    (databaseId) => transitions.recent({ id: databaseId, limit }),
    () => EMPTY,
  );
}

const invalidEntries = new Map<string, Readable<Entry<never>>>();

/** More than a page shows at once. The limit keeps ids that a user types from filling the memory. */
const MAX_INVALID_ENTRIES = 100;

/** Returns the same readable for the same id: with a new one at each render, a component would render without end. */
function invalidEntry(id: string, error: FleetError): Readable<Entry<never>> {
  const existing = invalidEntries.get(id);
  if (existing) return existing;
  if (invalidEntries.size === MAX_INVALID_ENTRIES) invalidEntries.clear();
  const entry = constantReadable({
    id,
    status: 'unknown',
    record: undefined,
    fetching: false,
    drift: [],
    error,
  } as const);
  invalidEntries.set(id, entry);
  return entry;
}
