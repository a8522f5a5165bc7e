import type { SnapshotParts } from './dehydrate.js';
import type { EntrySnapshot, FleetSnapshot } from './fleet-snapshot.js';
import type { Commits } from '../state/commits.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Entry } from '../state/entry.js';

/**
 * Restores a snapshot in a new fleet, as one commit.
 *
 * @returns a function that starts polling. It is called with the first interest, so a server that renders a page sends no
 *   request.
 */
export function rehydrate(
  snapshot: FleetSnapshot,
  commits: Commits,
  { databases, indices, known, ledger }: SnapshotParts,
): () => void {
  let startPolling = (): void => {};
  commits.commit(() => {
    restoreEntries(databases, snapshot.databases);
    restoreEntries(indices, snapshot.indices);
    indices.join(snapshot.indices.filter(({ record }) => record !== undefined).map(({ id }) => id));
    startPolling = known.restore(
      snapshot.added,
      snapshot.databases.map(({ id }) => id),
    );
    ledger.restore(snapshot.usage);
  });
  return startPolling;
}

/** Restores entries with order 0, so that every later answer counts as newer. */
function restoreEntries<R extends object>(store: EntityStore<R>, entries: readonly EntrySnapshot<R>[]): void {
  for (const { id, record, status, confirmedAt, changedAt } of entries) {
    if (record !== undefined && confirmedAt !== undefined) store.confirm(id, 0, record, confirmedAt);
    store.update(id, (entry) => ({ ...entry, status, ...(changedAt !== undefined && { changedAt }) }) as Entry<R>);
  }
}
