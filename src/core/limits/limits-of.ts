import { kernelOf } from '../fleet/kernel.js';
import type { Fleet } from '../fleet/fleet.js';
import type { Database } from '../records/database.js';
import type { IndexRecord } from '../records/vector-index.js';
import { deepEqual } from '../shared/deep-equal.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { derive } from '../store/derive.js';
import type { View } from '../store/view.js';
import { getOrCreate } from './get-or-create.js';
import { limitUsage, type LimitUsage } from './limit-usage.js';
import { levelsOf } from './thresholds.js';
import { keptSample, wallTimePart } from './usage.js';

/**
 * Returns the limits of a resource and their use, in the order of api.md: 12 of a database, 9 of a vector index. Calls
 * with the same arguments return the same view. Its value is empty while there is no record. It emits at once, then
 * when a limit, its use or its forecast changes.
 *
 * @throws FleetError `invalid-request` for an invalid resource kind, id or option `thresholds` of the fleet, or if `fleet`
 *   was not returned by `createFleet`
 * @example
 * ```ts
 * limitsOf(fleet, 'database', id).subscribe((limits) => console.log(limits.map(({ name, status }) => [name, status])));
 * ```
 * @see api.md, Limits
 */
export function limitsOf(fleet: Fleet, resource: ResourceKind, id: string): View<readonly LimitUsage[]> {
  const kernel = kernelOf(fleet, 'limitsOf');
  const { commits, stores, options } = kernel;
  levelsOf(options.thresholds);
  const usage = keptSample(kernel, resource, id);
  const record = stores[resource].record(id);
  return getOrCreate(views, record, () =>
    derive(
      commits,
      [record, usage, wallTimePart(kernel)],
      (recordNow, usageNow, now) => limitUsage(recordNow, usageNow, options.thresholds, now),
      deepEqual,
    ),
  );
}

/** By the view of the record, which is the same for the same id. */
const views = new WeakMap<View<Database | IndexRecord | undefined>, View<readonly LimitUsage[]>>();
