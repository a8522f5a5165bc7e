import type { VectorIndex } from '../records/vector-index.js';
import type { EntityStore } from '../store/entity-store.js';
import { confirmed, failed, requested } from '../store/entry.js';
import { restoreEntries, snapshotUsage, type FleetSnapshot } from './fleet-snapshot.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf, type Kernel } from './kernel.js';
import { readSnapshot } from './read-snapshot.js';

/**
 * Returns the state of a fleet as plain JSON, for `hydrate` in another process or page. It has all records with their
 * times, the added ids and the reported usage. It has no leases, credentials or errors. Escape `<` to embed it in HTML.
 *
 * @throws FleetError `disposed` after `dispose`: the added ids are no longer known
 * @example
 * ```ts
 * const html = JSON.stringify(dehydrate(fleet)).replaceAll('<', '\\u003c');
 * ```
 */
export function dehydrate(fleet: Fleet): FleetSnapshot {
  const kernel = liveKernelOf(fleet, 'dehydrate');
  const { databases, indices, known, list } = kernel;
  const snapshot = {
    format: 1,
    added: known.added,
    databases: entriesOf(databases),
    indices: entriesOf(indices),
    listedAt: list.confirmedAt(),
    usage: snapshotUsage(kernel).read(),
  };
  // A deep copy, so that changing it does not change a record.
  return JSON.parse(JSON.stringify(snapshot)) as FleetSnapshot;
}

/** The entries that were answered or failed at least once. */
function entriesOf<R extends object>(store: EntityStore<R>): object[] {
  return store
    .entries()
    .filter(({ status }) => status !== 'unknown' && status !== 'loading')
    .map(({ id, status, record, confirmedAt, changedAt }) => ({ id, status, record, confirmedAt, changedAt }));
}

/**
 * Restores a snapshot from `dehydrate` of another fleet, as one commit, at any time and repeatedly. Inside a subscriber, it
 * takes effect after the running notification.
 *
 * - The views show the records at once. Of two records of an id, the later confirmed one stays. A later error stays.
 * - A request in flight continues, and its answer replaces the record of the snapshot.
 * - The added ids become ids of this fleet. Their polling starts at the first use of the fleet: a subscription, `add`,
 *   `remove` or `track`. A record is refreshed when it is due by its age.
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
  const kernel = liveKernelOf(fleet, 'hydrate');
  const read = readSnapshot(snapshot);
  kernel.commits.commit(() => restore(kernel, read));
}

/** Like `hydrate`, during the render of a component: the views have the records at once, and subscribers get them soon after. */
export function hydrateInRender(fleet: Fleet, snapshot: FleetSnapshot): void {
  const kernel = liveKernelOf(fleet, 'hydrate');
  const read = readSnapshot(snapshot);
  kernel.commits.commitInRender(() => restore(kernel, read));
}

function restore(kernel: Kernel, snapshot: FleetSnapshot): void {
  const { databases, known, effects, reads } = kernel;
  const usage = snapshotUsage(kernel);
  effects.clock.check();
  restoreEntries(databases, snapshot.databases, reads.lastRequests);
  restoreIndices(kernel, snapshot);
  const startPolling = known.restore(snapshot.added);
  known.whenUsed(() => {
    startPolling();
    for (const { id } of snapshot.databases) known.retain(id);
    for (const { id } of snapshot.usage) usage.unknownIds.start(id);
  });
  usage.restore(snapshot.usage);
}

function restoreIndices({ indices, list }: Kernel, snapshot: FleetSnapshot): void {
  const { indices: entries, listedAt = -Infinity } = snapshot;
  const { confirmedAt: lastListedAt = -Infinity } = list.entry;
  const isNewerList = listedAt > lastListedAt;
  // If the fleet's own list is newer and lacks an index, the index does not exist.
  const ids = new Set<string>();
  for (const { id, record, confirmedAt = 0 } of entries)
    if (record && (isNewerList || indices.isMember(id) || confirmedAt > lastListedAt)) ids.add(id);
  // The snapshot of a fleet whose list comes from a store has indices but no `listedAt`.
  if (isNewerList || [...ids].some((id) => !indices.isMember(id))) list.hasTokens = false;
  if (isNewerList) {
    // Records from a store, or from a snapshot without `listedAt`, may be newer than this list.
    const later = indices.entries().filter(({ confirmedAt = -Infinity }) => confirmedAt >= listedAt);
    list.removeExcept(new Set([...ids, ...later.map(({ id }) => id)]), listedAt);
  }
  const kept = entries.filter(({ id, record }) => !record || ids.has(id));
  restoreEntries(indices, kept, { get: () => ({ startedAt: list.failedAt }) });
  indices.join(ids);
  const { fetching } = list.entry;
  if (isNewerList)
    list.store.updateAll((entry) => {
      const listed = confirmed<readonly VectorIndex[]>(entry, [], listedAt);
      return entry.error && listedAt < list.failedAt ? failed(listed, entry.error) : listed;
    });
  if (fetching) list.changeAll(requested);
}
