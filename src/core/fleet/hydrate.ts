import { endedError } from '../shared/ended-error.js';
import { createFreeze } from '../state/deep-freeze.js';
import type { EntityStore } from '../state/entity-store.js';
import { confirmed, removed, type Entry } from '../state/entry.js';
import { shareEqual } from '../state/share-equal.js';
import type { EntrySnapshot, FleetSnapshot } from './fleet-snapshot.js';
import type { Fleet } from './fleet.js';
import { readSnapshot } from './read-snapshot.js';
import { snapshotPartsOf, type SnapshotParts } from './snapshot-parts.js';

/**
 * Restores a snapshot from `dehydrate()` of another fleet, as one commit. It can be called at any time and repeatedly,
 * for example with the snapshot of each page that a user visits. Inside a subscriber, it takes effect after the running
 * notification.
 *
 * - The views show the records at once. Of two records of an id, the later confirmed one stays.
 * - A request in flight goes on, and its answer replaces the record of the snapshot.
 * - The added ids become ids of this fleet; leases do not. Their polling starts at the first subscription, `add`, `remove`
 *   or `track`; at once in a fleet that is in use. A record is refreshed when it is due by its age.
 * - Of two lists of indices, and of two usage reports for a limit, the later one counts.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem of the snapshot, or if `fleet` was not returned by
 *   `createFleet`; `disposed`. Then nothing is restored.
 * @example
 * ```ts
 * const fleet = createFleet({ baseUrl: '/fleet' });
 * hydrate(fleet, JSON.parse(document.getElementById('fleet').textContent));
 * ```
 */
export function hydrate(fleet: Fleet, snapshot: FleetSnapshot): void {
  const parts = snapshotPartsOf(fleet);
  if (parts.commits.isDisposed) throw endedError('disposed', 'configure');
  const read = readSnapshot(snapshot);
  parts.commits.commit(() => restore(parts, read));
}

/** To be called within a commit. */
function restore(parts: SnapshotParts, snapshot: FleetSnapshot): void {
  const { databases, known, ledger, firstUse } = parts;
  restoreEntries(databases, snapshot.databases);
  restoreIndices(parts, snapshot);
  firstUse.run(known.restore(snapshot.added, snapshot.databases));
  ledger.restore(snapshot.usage);
}

function restoreIndices({ indices, list }: SnapshotParts, snapshot: FleetSnapshot): void {
  const { indices: entries, listedAt = -Infinity } = snapshot;
  const { confirmedAt: lastListedAt = -Infinity } = list.entry;
  const isNewerList = listedAt > lastListedAt;
  // If the fleet's own list is newer and lacks an index, the index does not exist.
  const ids = new Set<string>();
  for (const { id, record, confirmedAt = 0 } of entries)
    if (record && (isNewerList || indices.isMember(id) || confirmedAt > lastListedAt)) ids.add(id);
  const absent: string[] = [];
  if (isNewerList) {
    indices.updateAll((index, isWanted) => {
      const { id, confirmedAt = -Infinity } = index;
      if (!isWanted || ids.has(id) || confirmedAt >= listedAt) return index;
      absent.push(id);
      return removed(index, listedAt);
    });
  }
  list.drop(absent);
  restoreEntries(
    indices,
    entries.filter(({ id, record }) => !record || ids.has(id)),
  );
  indices.join(ids);
  list.restore(isNewerList ? listedAt : undefined);
}

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
