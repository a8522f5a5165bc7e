import type { Kernel } from '../../core/fleet/kernel.js';
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
import type { LimitCounts, LimitValues, ResourceLimits } from './resource-limits.js';

/** The firing alerts of a database, of an index, or of the fleet. */
export interface ScrapedAlerts {
  readonly resource: TargetKind;
  /** The labels that all of its series have, as the beginning of a text. */
  readonly target: string;
  readonly firing: readonly Alert[];
}

export interface ScrapedResource extends ScrapedAlerts {
  readonly resource: ResourceKind;
  readonly entry: Entry<Database> | Entry<IndexRecord>;
  /** A missing resource has no current record: its last one would look current. */
  readonly record: Database | IndexRecord | undefined;
  readonly values: LimitValues;
}

/** Returns the firing alerts of a database, of an index, or of the fleet, whose id is empty. */
export type SelectFiring = (resource: TargetKind, id: string) => readonly Alert[];

export interface ResourceFamily {
  readonly header: string;
  /** Adds the parts of the lines of one resource. The parts of many lines are joined at once: that is the fastest. */
  readonly addLines: (parts: string[], scraped: ScrapedResource) => void;
  /** Adds the lines of the alerts of the fleet, or of an id that the fleet does not know. */
  readonly addAlertLines?: (parts: string[], scraped: ScrapedAlerts) => void;
}

export interface ResourceSeries {
  /** The metrics in the order in which the text contains them. */
  readonly families: readonly ResourceFamily[];
  readonly limits: ResourceLimits;
  /** How many values of limits have a series. Firing alerts come first. */
  readonly places: (resource: ResourceKind, firing: readonly Alert[]) => number;
  readonly targetOf: (resource: TargetKind, id: string) => string;
}

export interface ResourceCounts {
  readonly statuses: Record<ResourceKind, Record<EntryStatus, number>>;
  readonly limits: Record<ResourceKind, LimitCounts>;
  /** Resources whose record departs from the documented API. As in the rule `drift`, an exact integer does not count. */
  readonly drifting: Record<ResourceKind, number>;
}

function noCounts(): ResourceCounts {
  const statuses = { unknown: 0, loading: 0, fresh: 0, stale: 0, missing: 0 };
  const limits = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
  return {
    statuses: { database: { ...statuses }, index: { ...statuses } },
    limits: { database: { ...limits }, index: { ...limits } },
    drifting: { database: 0, index: 0 },
  };
}

const NO_VALUES: LimitValues = { ratios: [], used: [], limits: [] };

/**
 * Counts all known databases and indices in slices, and makes the text of their series. `limitSummaryOf` has some of these
 * counts, but its first value counts all resources at once, which would block the event loop.
 *
 * Each resource is read once. So it has all of its series or none, also if it is forgotten meanwhile, and its record is not
 * fetched from the memory for each metric again. The lines of a metric have to stand together, so the texts of all metrics
 * grow side by side. The scrape subscribes to nothing: an id with a subscriber would be polled more often.
 *
 * @throws the reason of the signal when it aborts
 */
export async function scrapeResources(
  kernel: Kernel,
  { limits, families, places, targetOf }: ResourceSeries,
  { alerts, firingOf }: { readonly alerts: () => readonly Alert[]; readonly firingOf: SelectFiring },
  signal: AbortSignal | undefined,
) {
  const { databases, indices } = kernel;
  const ledger = usagePart(kernel);
  const counts = noCounts();
  const stores = { database: databases, index: indices };
  const absent = alerts().filter(({ resource, id }) => resource !== 'fleet' && !stores[resource].isMember(id));
  const texts = families.map((family) => ({ ...family, parts: [family.header], slices: [] as string[] }));
  const addAlerts = (resource: TargetKind, id: string): void => {
    const scraped = { resource, target: targetOf(resource, id), firing: firingOf(resource, id) };
    for (const { addAlertLines, parts } of texts) addAlertLines?.(parts, scraped);
  };
  addAlerts('fleet', '');
  const endSlice = (): void => {
    for (const { parts, slices } of texts) if (parts.length > 0) slices.push(parts.splice(0).join(''));
  };
  let slice = new TimeSlice();
  const endOfTurn = async (): Promise<void> => {
    endSlice();
    slice = await nextSlice(signal);
  };
  for (const [resource, store, ids] of [
    ['database', databases, [...databases.memberIds()]],
    ['index', indices, [...indices.memberIds()]],
  ] as const)
    for (const id of ids) {
      // It may have been forgotten since the last slice.
      if (!store.isMember(id)) continue;
      const entry = store.peek(id);
      const firing = firingOf(resource, id);
      const record = entry.status === 'missing' ? undefined : entry.record;
      counts.statuses[resource][entry.status] += 1;
      if (record && reportableDrift(driftOf(record)).length > 0) counts.drifting[resource] += 1;
      const values = record
        ? limits.read(resource, record, ledger.peek(resource, id), counts.limits[resource], places(resource, firing))
        : NO_VALUES;
      const scraped = { resource, target: targetOf(resource, id), entry, record, values, firing };
      for (const { addLines, parts } of texts) addLines(parts, scraped);
      if (slice.isOver()) await endOfTurn();
    }
  const added = new Set<string>();
  for (const { resource, id } of absent) {
    const target = `${resource}/${id}`;
    if (added.has(target)) continue;
    added.add(target);
    addAlerts(resource, id);
    if (slice.isOver()) await endOfTurn();
  }
  endSlice();
  return { counts, text: texts.flatMap(({ slices }) => slices) };
}
