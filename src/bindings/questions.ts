import type { Database, Entry, Fleet, IndexRecord, LimitUsage, ResourceKind } from '../index.js';
import { constant } from './constant.js';
import type { Readable } from './readable.js';

/** A component may be there before it knows which id it is about. */
export type Id = string | undefined;

const NOTHING = constant(undefined);
const NO_LIMITS = constant<readonly LimitUsage[]>([]);

/*
 * What components ask a fleet about one id. What they ask about the whole fleet is a view of it already:
 * `fleet.databases.all`, `fleet.indices.all`, `fleet.limits.summary`, `fleet.polling.status`.
 */

export function databaseOf({ databases }: Fleet, id: Id): Readable<Database | undefined> {
  return id === undefined ? NOTHING : databases.record(id);
}

export function databaseEntryOf({ databases }: Fleet, id: Id): Readable<Entry<Database> | undefined> {
  return id === undefined ? NOTHING : databases.entry(id);
}

export function vectorIndexOf({ indices }: Fleet, id: Id): Readable<IndexRecord | undefined> {
  return id === undefined ? NOTHING : indices.record(id);
}

/** A new view each time: to be kept while the id stays the same. */
export function limitsOf({ limits }: Fleet, resource: ResourceKind, id: Id): Readable<readonly LimitUsage[]> {
  return id === undefined ? NO_LIMITS : limits[resource](id);
}
