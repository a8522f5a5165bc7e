import { viewOptions } from '../core/fleet/databases.js';
import { checkOptions } from '../core/shared/read-options.js';
import type { Database, Databases, Entry, FleetError, ViewOptions } from '../index.js';
import { prefetch } from './prefetch.js';
import { constantReadable, mapReadable, type Readable } from './readable.js';
import type { DatabaseOptions } from './selection.js';
import { trackReads, type DatabaseEntry, type Member } from './tracked-entry.js';

/** The id of a database or a vector index. It is `undefined` or `null` while a component has no id yet. */
export type Id = string | undefined | null;

/** The records of the databases, or of the vector indices, whose views have no options. */
interface Records<R> {
  record(id: string, options?: ViewOptions): Readable<R | undefined>;
  entry(id: string, options?: ViewOptions): Readable<Entry<R>>;
}

const NOTHING = constantReadable(undefined);

export function recordsById<R extends object>(
  records: Records<R>,
  { keepPrevious, everyMs, passive }: DatabaseOptions,
): (id: Id) => Readable<R | undefined> {
  // Checked here, because a component without an id gets no view that checks the options.
  const pace = checkOptions('configure', viewOptions, { everyMs, passive });
  const shownOf = keepingPrevious<R>((id) => entryOf(records, id, pace));
  if (keepPrevious) return (id) => mapReadable(shownOf(id), (entry) => entry?.record);
  return (id) => findById<R | undefined>(id, (known) => records.record(known, pace), NOTHING);
}

export function entriesById(
  databases: Databases,
  { keepPrevious, everyMs, passive }: DatabaseOptions,
): (id: Id) => Readable<DatabaseEntry | undefined> {
  const pace = checkOptions('configure', viewOptions, { everyMs, passive });
  const entriesOf = (id: Id): Readable<Entry<Database> | undefined> => entryOf(databases, id, pace);
  const shownOf = keepPrevious ? keepingPrevious<Database>(entriesOf) : entriesOf;
  const read = new Set<Member>();
  return (id) => trackReads(shownOf(id), read, () => prefetch({ databases }, id as string));
}

function entryOf<R>(records: Records<R>, id: Id, pace: ViewOptions): Readable<Entry<R> | undefined> {
  return findById<Entry<R> | undefined>(
    id,
    (known) => records.entry(known, pace),
    NOTHING,
    (error, invalid) => constantReadable({ id: invalid, status: 'unknown', record: undefined, fetching: false, error }),
  );
}

/** The answer of the previous id stays until the new id has a record, is missing, or has an error. */
function keepingPrevious<R extends object>(
  viewOf: (id: Id) => Readable<Entry<R> | undefined>,
): (id: Id) => Readable<Entry<R> | undefined> {
  let last: Readable<Entry<R> | undefined> = NOTHING;
  return (id) => {
    // Read once: a component may read an earlier view at any time, and such a read must not change `last`.
    const shown = last.value;
    let previous = shown?.record && shown;
    return (last = mapReadable(viewOf(id), (entry) => {
      if (!isAwaited(entry)) previous = undefined;
      return previous ?? entry;
    }));
  };
}

/**
 * Calls `find` if there is an id. Ids come from addresses and forms, so an invalid id must not make a component fail.
 *
 * @param fallback the answer without an id
 * @param onInvalid returns the answer for an invalid id. @default `fallback`
 */
export function findById<T>(
  id: Id,
  find: (id: string) => Readable<T>,
  fallback: Readable<T>,
  onInvalid: (error: FleetError, id: string) => Readable<T> = () => fallback,
): Readable<T> {
  if (id === undefined || id === null) return fallback;
  try {
    return find(id);
  } catch (error) {
    const { issues } = error as FleetError;
    // An invalid option is a mistake of the program.
    if (issues?.some(({ path }) => path !== 'id')) throw error;
    return onInvalid(error as FleetError, id);
  }
}

/** Whether the first record of the id is still to come. */
function isAwaited(entry: Entry<object> | undefined): boolean {
  return entry !== undefined && entry.error === undefined && (entry.status === 'unknown' || entry.status === 'loading');
}
