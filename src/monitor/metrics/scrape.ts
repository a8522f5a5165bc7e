import type { Kernel } from '../../core/fleet/kernel.js';
import { limitEntries } from '../../core/limits/catalogue.js';
import type { LimitStatus } from '../../core/limits/measure-limit.js';
import type { UsageSample } from '../../core/limits/usage-sample.js';
import { usagePart } from '../../core/limits/usage-part.js';
import type { Database } from '../../core/records/database.js';
import { driftOf } from '../../core/records/drift-of.js';
import type { IndexRecord } from '../../core/records/vector-index.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry, EntryStatus } from '../../core/store/entry.js';
import { reportableDrift } from '../../format/reportable-drift.js';
import type { Alert } from '../alerts/alert.js';
import { nextSlice, TimeSlice } from '../alerts/time-slice.js';
import type { TargetKind } from '../rules/rule.js';
import type { ResourceLimits } from './resource-limits.js';

export interface ScrapedResource {
  readonly resource: ResourceKind;
  readonly entry: Entry<Database> | Entry<IndexRecord>;
  readonly usage: UsageSample | undefined;
  readonly firing: readonly Alert[];
}

/** Returns the firing alerts of a database, of an index, or of the fleet, whose id is empty. */
export type SelectFiring = (resource: TargetKind, id: string) => readonly Alert[];

export interface ResourceFamily {
  readonly header: string;
  /** Adds the parts of the lines of one resource. The parts of many lines are joined at once: that is the fastest. */
  readonly addLines: (parts: string[], scraped: ScrapedResource) => void;
  readonly addFleetLines?: (parts: string[], firing: readonly Alert[]) => void;
}

export interface ResourceCounts {
  readonly statuses: Record<ResourceKind, Record<EntryStatus, number>>;
  readonly limits: Record<ResourceKind, Record<LimitStatus, number>>;
  /** Resources whose record departs from the documented API. As in the rule `drift`, an exact integer does not count. */
  readonly drifting: Record<ResourceKind, number>;
}

export function noCounts(): ResourceCounts {
  const statuses = { unknown: 0, loading: 0, fresh: 0, stale: 0, missing: 0 };
  const limits = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
  return {
    statuses: { database: { ...statuses }, index: { ...statuses } },
    limits: { database: { ...limits }, index: { ...limits } },
    drifting: { database: 0, index: 0 },
  };
}

/**
 * Reads and counts all known databases and indices in slices. Each resource is read once, so that it has all of its series
 * or none, also if it is forgotten while the text is made. It subscribes to nothing: an id with a subscriber would be
 * polled more often.
 *
 * @throws the reason of the signal when it aborts
 */
export async function scrapeResources(
  kernel: Kernel,
  limits: ResourceLimits,
  firingOf: SelectFiring,
  signal: AbortSignal | undefined,
) {
  const ledger = usagePart(kernel);
  const resources: ScrapedResource[] = [];
  const counts = noCounts();
  let slice = new TimeSlice();
  for (const [resource, store] of [
    ['database', kernel.databases],
    ['index', kernel.indices],
  ] as const)
    for (const id of [...store.memberIds()]) {
      // It may have been forgotten since the last slice.
      if (!store.isMember(id)) continue;
      const usage = ledger.peek(resource, id);
      const scraped = { resource, entry: store.peek(id), usage, firing: firingOf(resource, id) };
      count(counts, scraped, limits);
      resources.push(scraped);
      if (slice.isOver()) slice = await nextSlice(signal);
    }
  return { resources, firing: firingOf('fleet', ''), counts };
}

/**
 * Counts a resource. `limitSummaryOf` has some of these counts, but its first value counts all resources at once,
 * which would block the event loop.
 */
function count(counts: ResourceCounts, { resource, entry, usage }: ScrapedResource, limits: ResourceLimits): void {
  counts.statuses[resource][entry.status] += 1;
  if (entry.record === undefined || entry.status === 'missing') return;
  if (reportableDrift(driftOf(entry.record)).length > 0) counts.drifting[resource] += 1;
  for (const [field] of limitEntries[resource])
    counts.limits[resource][limits.measure(field, entry.record, usage).status] += 1;
}

/** Makes the text of a metric in slices. @throws the reason of the signal when it aborts */
export async function* formatFamily(
  { header, addLines, addFleetLines }: ResourceFamily,
  { resources, firing }: Awaited<ReturnType<typeof scrapeResources>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  let parts: string[] = [header];
  addFleetLines?.(parts, firing);
  let slice = new TimeSlice();
  for (const resource of resources) {
    addLines(parts, resource);
    if (!slice.isOver()) continue;
    yield parts.join('');
    parts = [];
    slice = await nextSlice(signal);
  }
  yield parts.join('');
  // Each family begins a new slice: many short families would never yield without this.
  await nextSlice(signal);
}
