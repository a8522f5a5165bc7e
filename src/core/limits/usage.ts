import { kernelOf, type Kernel } from '../fleet/kernel.js';
import type { Fleet } from '../fleet/fleet.js';
import { snapshotUsage } from '../fleet/fleet-snapshot.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import type { View } from '../store/view.js';
import { limitNamed } from './catalogue.js';
import { levelsOf } from './thresholds.js';
import { UsageLedger } from './usage-ledger.js';
import type { UsageEntry, UsageHistory, UsageSample } from './usage-sample.js';
import { periodStart } from './quota-period.js';
import { thinPoints } from './usage-history.js';

/**
 * Returns the latest readings of a resource; `undefined` while there are none. Readings for a day or month that is over are
 * left out. The same view for the same arguments. It emits at once, then after each report that changes a reading,
 * and when a period ends.
 *
 * @throws FleetError `invalid-request` for an invalid resource kind or id, or if `fleet` was not returned by `createFleet`
 */
export function usageOf<Resource extends ResourceKind>(
  fleet: Fleet,
  resource: Resource,
  id: string,
): View<UsageSample<Resource> | undefined> {
  return usagePart(kernelOf(fleet, 'usageOf')).latest(resource, id);
}

/**
 * Returns the use of each limit over the last day, for charts: a point a minute, more while the history is short, fewer in
 * fleets of thousands of resources. The same view for the same arguments. It emits at once, then after each report that adds or
 * changes a point.
 *
 * @throws FleetError `invalid-request` for an invalid resource kind or id, or if `fleet` was not returned by `createFleet`
 * @example
 * ```ts
 * usageHistoryOf(fleet, 'database', id).value.db_max_clients; // [{ at: 1767225600000, used: 812 }, ...]
 * ```
 */
export function usageHistoryOf<Resource extends ResourceKind>(
  fleet: Fleet,
  resource: Resource,
  id: string,
): View<UsageHistory<Resource>> {
  return usagePart(kernelOf(fleet, 'usageHistoryOf')).history(resource, id);
}

/** The part of a fleet that keeps the usage. @throws FleetError `invalid-request` for an invalid option `thresholds` */
export function usagePart(kernel: Kernel): UsageLedger {
  return kernel.part('usage', createUsage);
}

function createUsage(kernel: Kernel): UsageLedger {
  const { commits, clocks, indices, known, options, onDispose } = kernel;
  levelsOf(options.thresholds);
  const ledger = new UsageLedger({ commits, clock: clocks.corrected });
  indices.onChange((id, _, { status }) => {
    if (status === 'missing') ledger.forget('index', id);
  });
  known.onForgotten((id) => ledger.forget('database', id));
  snapshotUsage(kernel).connect({
    read: () => [...ledger.entries()].map(shorten),
    // A newer version of the library may know more limits.
    restore: (items) => ledger.restore(items.filter(({ field }) => Object.hasOwn(limitNamed, field)) as UsageEntry[]),
  });
  onDispose(() => ledger.dispose());
  return ledger;
}

/** With a point every quarter of an hour, a day has 96 points. */
const SNAPSHOT_POINTS = 128;

/** A snapshot has as many points as a forecast needs: it is part of a page. */
function shorten({ history, ...reading }: UsageEntry): UsageEntry {
  const { kind, unit } = limitNamed[reading.field];
  if (history === undefined || (kind !== 'level' && kind !== 'quota')) return reading;
  return { ...reading, history: thinPoints(history, SNAPSHOT_POINTS, periodStart(unit, reading.at)) };
}
