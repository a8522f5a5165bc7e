import { transitionsOf } from '../core/fleet/transitions.js';
import { limitSummaryOf } from '../core/limits/limit-summary.js';
import { limitsOf } from '../core/limits/limits-of.js';
import type {
  Database,
  Fleet,
  FleetSummary,
  IndexRecord,
  LimitUsage,
  PollingStatus,
  ResourceKind,
  Transition,
} from '../index.js';
import { viewsOfList } from './list.js';
import { constantReadable, type Readable } from './readable.js';
import type { DatabaseOptions } from './selection.js';
import type { DatabaseEntry } from './tracked-entry.js';
import { entriesById, findById, recordsById, type Id } from './views-by-id.js';

/**
 * A question about a fleet, and the views that answer it. A component calls the query once for each fleet, and the
 * function that it returns for each change of the arguments.
 */
export type Query<Arguments extends readonly unknown[], T> = (
  fleet: Fleet,
  options: DatabaseOptions,
) => (...args: Arguments) => Readable<T>;

/** The entry for an id. There is an entry for each string, even for an invalid id. */
export type EntryFor<I extends Id> = I extends string ? DatabaseEntry : undefined;

/** Ids of databases. `undefined` or `null` stands for all known databases; `everyMs` and `passive` have no effect then. */
export type Ids = readonly string[] | undefined | null;

export const database: Query<[id: Id], Database | undefined> = ({ databases }, options) =>
  recordsById(databases, options);

/** The type of the entry depends on the type of the id, which the type `Query` cannot express. */
export const databaseEntry: <I extends Id>(
  ...args: Parameters<typeof database>
) => (id: Id) => Readable<EntryFor<I>> = ({ databases }, options) =>
  entriesById(databases, options) as (id: Id) => Readable<never>;

export const databases: Query<[ids: Ids], readonly Database[]> = ({ databases }, options) => {
  // Without `keepPrevious`: the ids of a list would share one previous record.
  const recordsOf = viewsOfList(recordsById(databases, { ...options, keepPrevious: false }));
  return (ids) => (ids === undefined || ids === null ? databases.all : recordsOf(ids));
};

export const databaseEntries: Query<[ids: readonly string[]], readonly DatabaseEntry[]> = (fleet, options) =>
  viewsOfList(entriesById(fleet.databases, { ...options, keepPrevious: false }));

export const vectorIndex: Query<[id: Id], IndexRecord | undefined> = ({ indices }, options) =>
  recordsById(indices, options);

export const vectorIndices: Query<[], readonly IndexRecord[]> = (fleet) => () => fleet.indices.all;

const EMPTY = /* @__PURE__ */ constantReadable<readonly never[]>([]);

export const limits: Query<[resource: ResourceKind, id: Id], readonly LimitUsage[]> =
  (fleet) =>
  (resource, id): Readable<readonly LimitUsage[]> =>
    findById<readonly LimitUsage[]>(id, (known) => limitsOf(fleet, resource, known), EMPTY);

export const fleetSummary: Query<[], FleetSummary> = (fleet) => () => limitSummaryOf(fleet);

export const pollingStatus: Query<[], PollingStatus> = (fleet) => () => fleet.polling.status;

/** The transitions of one database, or of all databases if the id is `undefined`. */
export const transitions: Query<[id: string | undefined, limit: number | undefined], readonly Transition[]> =
  (fleet) => (id, limit) => {
    const stream = transitionsOf(fleet);
    // Throws if the limit is invalid, even if the id is invalid too.
    const all = stream.recent({ limit });
    return id === undefined
      ? all
      : findById<readonly Transition[]>(id, (known) => stream.recent({ id: known, limit }), EMPTY);
  };
