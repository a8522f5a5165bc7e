import { kernelOf, type Kernel } from '../fleet/kernel.js';
import type { Fleet } from '../fleet/fleet.js';
import { deepEqual } from '../shared/deep-equal.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { derive } from '../store/derive.js';
import { createSource } from '../store/source.js';
import type { View } from '../store/view.js';
import { getOrCreate } from './get-or-create.js';
import { dropEndedPeriods } from './quota-period.js';
import { inspectResource } from './read-report.js';
import { usagePart } from './usage-part.js';
import { historyOf, type UsageHistory, type UsageSample } from './usage-sample.js';

/**
 * Returns the latest readings of a resource; `undefined` while there are none. Readings for a day or month that is over are
 * left out. Calls with the same arguments return the same view. It emits at once, then after each report that changes a
 * reading, and when a period ends.
 *
 * @throws FleetError `invalid-request` for an invalid resource kind or id, or if `fleet` was not returned by `createFleet`
 */
export function usageOf<Resource extends ResourceKind>(
  fleet: Fleet,
  resource: Resource,
  id: string,
): View<UsageSample<Resource> | undefined> {
  const kernel = kernelOf(fleet, 'usageOf');
  const kept = keptSample(kernel, resource, id);
  const create = () => derive(kernel.commits, [kept, wallTimePart(kernel)], dropEndedPeriods, deepEqual);
  return getOrCreate(latestViews, kept, create) as View<never>;
}

/**
 * Returns the use of each limit over the last day, for charts. A full day has a point a minute, a short history has
 * more, and a fleet of thousands of resources has fewer. Calls with the same arguments return the same view. It emits
 * at once, then after each report that adds or changes a point.
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
  const kernel = kernelOf(fleet, 'usageHistoryOf');
  const kept = keptSample(kernel, resource, id);
  return getOrCreate(histories, kept, () => derive(kernel.commits, [kept], historyOf, deepEqual)) as View<never>;
}

type KeptSample = View<UsageSample | undefined>;

/** By the view of the stored sample, which is the same for the same id. */
const latestViews = new WeakMap<KeptSample, KeptSample>();
const histories = new WeakMap<KeptSample, View<UsageHistory>>();

/** The stored readings of a resource, also readings for a day or month that is over. */
export function keptSample(kernel: Kernel, resource: ResourceKind, id: string): KeptSample {
  refuseIssues('configure', inspectResource(resource, id));
  return usagePart(kernel).stores[resource].record(id);
}

const MINUTE_MS = 60_000;

/** The wall-clock time, Unix milliseconds. Emits each minute: periods and forecasts end. No timer without subscribers. */
export function wallTimePart(kernel: Kernel): View<number> {
  return kernel.part('wall-time', createWallTime);
}

function createWallTime({ commits, clocks }: Kernel): View<number> {
  const clock = clocks.corrected;
  let cancel = (): void => {};

  function arm(): void {
    const startMinute = (): void => {
      arm();
      commits.commit(time.changed);
    };
    // Days (UTC) begin with a minute.
    cancel = clock.schedule(startMinute, MINUTE_MS - (clock.now() % MINUTE_MS));
  }

  const read = (): number => clock.now();
  const time = createSource(commits, read, (isWatched) => (isWatched ? arm() : cancel()));
  return time.view;
}
