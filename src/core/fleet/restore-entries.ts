import { createFreeze } from '../store/deep-freeze.js';
import type { EntityStore } from '../store/entity-store.js';
import { confirmed, type Entry } from '../store/entry.js';
import { shareEqual } from '../records/share-equal.js';
import type { EntrySnapshot } from './fleet-snapshot.js';

/** Restores entries that are newer than those of the store. To be called within a commit. */
export function restoreEntries<R extends object>(store: EntityStore<R>, snapshots: readonly EntrySnapshot<R>[]): void {
  const freeze = createFreeze();
  for (const snapshot of snapshots) store.update(snapshot.id, (entry) => newerOf(entry, snapshot, freeze));
}

/** The order of the entry stays, so that the answer to a request in flight counts as newer. */
function newerOf<R extends object>(
  entry: Entry<R>,
  { record, status, confirmedAt = 0, changedAt }: EntrySnapshot<R>,
  freeze: (record: R) => R,
): Entry<R> {
  const { fetching } = entry;
  // A missing resource without a record has no time, so it is restored only if this fleet knows nothing else.
  const times = changedAt !== undefined && { changedAt };
  if (!record && (entry.record || entry.status === 'missing')) return entry;
  if (!record) return { ...entry, status, ...times } as Entry<R>;
  if (confirmedAt <= (entry.confirmedAt ?? -1)) return entry;
  const stored = confirmed(entry, freeze(shareEqual(record, entry.record)), confirmedAt);
  const isSame = stored.record === entry.record;
  return { ...stored, status, fetching, ...(!isSame && times) } as Entry<R>;
}
