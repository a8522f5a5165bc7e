import { driftOf } from '../../core/records/drift-of.js';
import { limitEntries } from '../../core/limits/catalogue.js';
import type { LimitStatus } from '../../core/limits/measure-limit.js';
import { resourceKinds, type ResourceKind } from '../../core/shared/resource-kind.js';
import type { EntryStatus } from '../../core/store/entry.js';
import { reportableDrift } from '../../format/reportable-drift.js';
import type { ScrapedResource } from './resource-families.js';
import type { MeasureField } from './select-limits.js';

/** Counts of the resources of a fleet at one scrape. */
export interface Census {
  readonly statuses: Record<ResourceKind, Record<EntryStatus, number>>;
  readonly limits: Record<ResourceKind, Record<LimitStatus, number>>;
  /** Resources whose record departs from the documented API. As in the rule `drift`, an exact integer does not count. */
  readonly drifting: Record<ResourceKind, number>;
}

export function emptyCensus(): Census {
  const statuses = { unknown: 0, loading: 0, fresh: 0, stale: 0, missing: 0 };
  const limits = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
  const ofKinds = <T>(make: () => T): Record<ResourceKind, T> =>
    Object.fromEntries(resourceKinds.map((kind) => [kind, make()])) as Record<ResourceKind, T>;
  return {
    statuses: ofKinds(() => ({ ...statuses })),
    limits: ofKinds(() => ({ ...limits })),
    drifting: ofKinds(() => 0),
  };
}

/**
 * Counts a resource. `limitSummaryOf` has some of these counts, but its first value counts all resources at once,
 * which would block the event loop.
 */
export function count(census: Census, { resource, entry, usage }: ScrapedResource, measure: MeasureField): void {
  census.statuses[resource][entry.status] += 1;
  if (entry.record !== undefined && reportableDrift(driftOf(entry.record)).length > 0) census.drifting[resource] += 1;
  if (entry.record === undefined || entry.status === 'missing') return;
  for (const [field] of limitEntries[resource])
    census.limits[resource][measure(field, entry.record, usage).status] += 1;
}
