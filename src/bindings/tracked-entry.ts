import type { Database, Entry } from '../index.js';
import { mapReadable, type Readable } from './readable.js';

/**
 * The entry of a database for a component. The component renders only when a member that it has read changes. An answer
 * that confirms the record changes only `fetching` and `confirmedAt`. All members of an entry are present, so a rest or
 * a spread reads them all.
 */
export type DatabaseEntry = Entry<Database> & {
  /**
   * Requests the database now. The promise never rejects: `error` has the error. Without a request, for example after
   * `dispose`, the entry stays as it is. With `keepPrevious`, the kept entry requests the new id, which the component waits
   * for. The function keeps its reference while the id stays the same.
   */
  readonly refetch: () => Promise<void>;
};

export type Member = keyof Entry<Database>;

const MEMBERS: readonly Member[] = ['id', 'status', 'record', 'fetching', 'error', 'confirmedAt', 'changedAt'];

/** An entry that a component got, and the entry of the store that it shows. */
interface Shown {
  raw: Entry<Database> | undefined;
  readonly entry: DatabaseEntry | undefined;
}

/**
 * Returns a readable that changes when a member that was read changes, or at each change while no member was read.
 * Between changes the entry keeps its reference, and its other members have the newest values of the store.
 * @param read the members that were read, shared by all entries of a component
 */
export function trackReads(
  source: Readable<Entry<Database> | undefined>,
  read: Set<Member>,
  refetch: DatabaseEntry['refetch'],
): Readable<DatabaseEntry | undefined> {
  let shown: Shown | undefined;

  function show(raw: Entry<Database> | undefined): DatabaseEntry | undefined {
    if (shown === undefined || isChange(shown.raw, raw)) shown = createShown(raw);
    else shown.raw = raw;
    return shown.entry;
  }

  function isChange(before: Shown['raw'], now: Shown['raw']): boolean {
    if (before === undefined || now === undefined || read.size === 0) return before !== now;
    return [...read].some((member) => !Object.is(before[member], now[member]));
  }

  function createShown(raw: Entry<Database> | undefined): Shown {
    if (raw === undefined) return { raw, entry: undefined };
    const created = { raw, entry: { refetch } as DatabaseEntry };
    for (const member of MEMBERS) {
      Object.defineProperty(created.entry, member, {
        enumerable: true,
        get() {
          // Before the member is in `read`, so that a member that is read late has its newest value.
          show(source.value);
          read.add(member);
          return created.raw[member];
        },
      });
    }
    Object.freeze(created.entry);
    return created;
  }

  return mapReadable(source, show);
}

/**
 * A selector of the record of an entry. It throws the error of an entry without a record, so that the nearest error boundary
 * catches it.
 *
 * @throws FleetError the error of the entry
 * @example
 * const record = useDatabaseEntry(id, { select: throwOnError });
 */
export function throwOnError({ record, error }: Pick<DatabaseEntry, 'record' | 'error'>): Database | undefined {
  if (record === undefined && error !== undefined) throw error;
  return record;
}
