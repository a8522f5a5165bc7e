import type {
  Database,
  Entry,
  Fleet,
  FleetError,
  IndexRecord,
  LimitUsage,
  RecentTransitionsOptions,
  ResourceKind,
  Transition,
} from '../index.js';
import { constant } from './constant.js';
import type { Readable } from './readable.js';

/** A component may be there before it knows which id it is about. */
export type Id = string | undefined | null;

const NOTHING = constant(undefined);
const NONE = constant<readonly never[]>([]);

/**
 * Ids come from addresses and forms: that one cannot be an id is for a page to show, and no reason for it to fail.
 *
 * @param otherwise what is shown without an id, and, with an error, of what cannot be one.
 */
function ofId<T>(
  id: Id,
  ask: (id: string) => Readable<T>,
  otherwise: (error?: FleetError) => Readable<T>,
): Readable<T> {
  if (id === undefined || id === null) return otherwise();
  try {
    return ask(id);
  } catch (error) {
    return otherwise(error as FleetError);
  }
}

/*
 * What components ask a fleet about one id. What they ask about the whole fleet is a view of it already:
 * `fleet.databases.all`, `fleet.indices.all`, `fleet.limits.summary`, `fleet.polling.status`.
 */

export function databaseOf({ databases }: Fleet, id: Id): Readable<Database | undefined> {
  return ofId<Database | undefined>(id, databases.record, () => NOTHING);
}

export function databaseEntryOf({ databases }: Fleet, id: Id): Readable<Entry<Database> | undefined> {
  return ofId<Entry<Database> | undefined>(id, databases.entry, (error) =>
    error ? refusedEntry(`${id}`, error) : NOTHING,
  );
}

export function vectorIndexOf({ indices }: Fleet, id: Id): Readable<IndexRecord | undefined> {
  return ofId<IndexRecord | undefined>(id, indices.record, () => NOTHING);
}

/** A new view each time: to be kept while the id stays the same. */
export function limitsOf({ limits }: Fleet, resource: ResourceKind, id: Id): Readable<readonly LimitUsage[]> {
  return ofId<readonly LimitUsage[]>(id, limits[resource], () => NONE);
}

/** A new view each time, too. Without an id it is of all databases. */
export function transitionsOf(
  { transitions }: Fleet,
  { id, limit }: RecentTransitionsOptions,
): Readable<readonly Transition[]> {
  // Says what is wrong with the limit, whatever the id.
  const all = transitions.recent({ limit });
  if (id === undefined) return all;
  return ofId<readonly Transition[]>(
    id,
    (of) => transitions.recent({ id: of, limit }),
    () => NONE,
  );
}

const refusedEntries = new Map<string, Readable<Entry<never>>>();

/** Enough for what a page shows at a time; nobody is to fill the memory by typing. */
const MAX_REFUSED = 100;

/** The same one for the same id, as views are: whoever asks at each render would see news in each. */
function refusedEntry(id: string, error: FleetError): Readable<Entry<never>> {
  const known = refusedEntries.get(id);
  if (known !== undefined) return known;
  if (refusedEntries.size === MAX_REFUSED) refusedEntries.clear();
  const entry = constant({ id, status: 'unknown', record: undefined, fetching: false, drift: [], error } as const);
  refusedEntries.set(id, entry);
  return entry;
}
