import type { FleetSnapshot } from './fleet-snapshot.js';
import type { EntityStore } from '../state/entity-store.js';
import { digitsOf } from './record-digits.js';
import type { SnapshotParts } from './snapshot-parts.js';

/** Makes a snapshot. It is a deep copy, so that changing it does not change a record. */
export function dehydrate({ databases, indices, known, list, ledger }: SnapshotParts): FleetSnapshot {
  const snapshot = {
    format: 1,
    added: known.added,
    databases: entriesOf(databases),
    indices: entriesOf(indices),
    listedAt: list.entry.confirmedAt,
    usage: [...ledger.entries()],
  };
  return JSON.parse(JSON.stringify(snapshot)) as FleetSnapshot;
}

/** The entries that were answered or failed at least once. */
function entriesOf<R extends object>(store: EntityStore<R>): object[] {
  return [...store.entries()]
    .filter(({ status }) => status !== 'unknown' && status !== 'loading')
    .map(({ id, status, record, confirmedAt, changedAt }) => {
      return { id, status, record, digits: digitsOf(record), confirmedAt, changedAt };
    });
}
