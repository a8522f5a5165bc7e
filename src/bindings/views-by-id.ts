import type { Entry, FleetError } from '../index.js';
import { constantReadable, type Committed, type Readable } from './readable.js';
import { identity } from './selection.js';

/** The id of a database or a vector index. It is `undefined` or `null` while a component has no id yet. */
export type Id = string | undefined | null;

/** The records of the databases, or of the vector indices. */
interface Records<R> {
  record(id: string): Readable<R | undefined>;
  entry(id: string): Readable<Entry<R>>;
}

const NOTHING = constantReadable(undefined);

export function recordsById<R extends object>(
  records: Records<R>,
  keepPrevious: boolean,
): (id: Id) => Readable<R | undefined> {
  if (keepPrevious) return keepingPrevious(records, (entry) => entry?.record);
  return (id) => findById<R | undefined>(id, records.record, NOTHING);
}

export function entriesById<R extends object>(
  records: Records<R>,
  keepPrevious: boolean,
): (id: Id) => Readable<Entry<R> | undefined> {
  if (keepPrevious) return keepingPrevious(records, identity<Entry<R> | undefined, Entry<R> | undefined>);
  return (id) => entryOf(records, id);
}

function entryOf<R>(records: Records<R>, id: Id): Readable<Entry<R> | undefined> {
  return findById<Entry<R> | undefined>(id, records.entry, NOTHING, invalidEntry);
}

/** The answer of the previous id stays until the new id has a record, is missing, or has an error. */
function keepingPrevious<R extends object, Answer>(
  records: Records<R>,
  answerOf: (entry: Entry<R> | undefined) => Answer,
): (id: Id) => Readable<Answer> {
  /** The entry that was read last. */
  let shown: Entry<R> | undefined;
  return (id) => {
    let previous = shown?.record && shown;
    return mapReadable(entryOf(records, id), (entry) => {
      if (!isAwaited(entry)) previous = undefined;
      shown = previous ?? entry;
      return answerOf(shown);
    });
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
    return onInvalid(error as FleetError, id);
  }
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

function mapReadable<T, Mapped>(source: Readable<T>, map: (value: T) => Mapped): Readable<Mapped> & Committed {
  return {
    get value() {
      return map(source.value);
    },
    commits: (source as Committed).commits,
    subscribe(next) {
      let last: { readonly value: Mapped } | undefined;
      return source.subscribe(() => {
        const value = map(source.value);
        if (last && Object.is(last.value, value)) return;
        last = { value };
        next(value);
      });
    },
  };
}

/** Whether the first record of the id is still to come. */
function isAwaited(entry: Entry<object> | undefined): boolean {
  return entry !== undefined && entry.error === undefined && (entry.status === 'unknown' || entry.status === 'loading');
}
