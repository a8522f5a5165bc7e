import type { SnapshotParts } from './dehydrate.js';
import type { EntrySnapshot, FleetSnapshot } from './fleet-snapshot.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Entry } from '../state/entry.js';

/**
 * Puts a snapshot that was read into a new fleet, as one commit.
 *
 * @returns what begins to poll: not before somebody is there, so that nothing is sent where a page is only rendered.
 */
export function rehydrate(
  snapshot: FleetSnapshot,
  commits: Commits,
  { databases, indices, known, ledger }: SnapshotParts,
): () => void {
  let begin = (): void => {};
  commits.commit(() => {
    restoreEntries(databases, snapshot.databases);
    restoreEntries(indices, snapshot.indices);
    indices.join(snapshot.indices.filter(({ record }) => record !== undefined).map(({ id }) => id));
    begin = known.restore(
      snapshot.added,
      snapshot.databases.map(({ id }) => id),
    );
    ledger.restore(snapshot.usage);
  });
  return begin;
}

/** As answers to no request: whatever is answered from now on is younger. */
function restoreEntries<R extends object>(store: EntityStore<R>, entries: readonly EntrySnapshot<R>[]): void {
  for (const { id, record, status, confirmedAt, changedAt } of entries) {
    if (record !== undefined && confirmedAt !== undefined) store.confirm(id, 0, record, confirmedAt);
    store.update(id, (entry) => ({ ...entry, status, ...(changedAt !== undefined && { changedAt }) }) as Entry<R>);
  }
}
