import type { Kernel } from '../../core/fleet/kernel.js';
import { limitEntries, limitNamed } from '../../core/limits/catalogue.js';
import { measureLimit } from '../../core/limits/measure-limit.js';
import { levelsOf } from '../../core/limits/thresholds.js';
import { usagePart } from '../../core/limits/usage-part.js';
import { driftOf } from '../../core/records/drift-of.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import { resourceKinds, type ResourceKind } from '../../core/shared/resource-kind.js';
import { reportableDrift } from '../../format/reportable-drift.js';
import type { Alert } from '../alerts/alert.js';
import { nextSlice, TimeSlice } from '../alerts/time-slice.js';
import type { TargetKind } from '../rules/rule.js';
import type { MetricsSettings } from './metrics-options.js';
import type { ResourceFamily, ScrapedResource } from './resource-series.js';
import { escapeValue, headerOf, labelsOf, numberOf } from './text-format.js';

export interface ScrapeParts {
  readonly kernel: Kernel;
  readonly alerts: () => readonly Alert[];
  /** Returns the firing alerts of a database, of an index, or of the fleet, whose id is empty. */
  readonly firingOf: (resource: TargetKind, id: string) => readonly Alert[];
  readonly options: MetricsSettings;
}

export type ResourceCounts = ReturnType<typeof noCounts>;

function noCounts() {
  const statuses = { unknown: 0, loading: 0, fresh: 0, stale: 0, missing: 0 };
  const limits = { unknown: 0, unlimited: 0, ok: 0, warning: 0, critical: 0, exceeded: 0 };
  return {
    statuses: { database: { ...statuses }, index: { ...statuses } },
    limits: { database: { ...limits }, index: { ...limits } },
    /** As in the rule `drift`, an integer that `exactInt64` still gives is not counted. */
    drifting: { database: 0, index: 0 },
  };
}

/** Builds the text of each metric by itself, because the format requires the lines of a metric together. */
function createTexts(families: readonly ResourceFamily[], { labels, seriesPerResource }: MetricsSettings) {
  const common = labelsOf(labels);
  const texts = families.map((family) => {
    return { ...family, parts: [headerOf(family.name, family.help)], slices: [] as string[] };
  });
  return {
    /** Adds the lines of one resource, in parts: it is fastest to join the parts of many lines at once. */
    add(scraped: ScrapedResource): void {
      const { resource, id } = scraped;
      // The id is not cut: two cut ids could be the same.
      const target = `{resource="${resource}",id="${escapeValue(id)}"${common}`;
      let left = resource === 'fleet' ? Infinity : seriesPerResource;
      for (const { name, read, parts } of texts)
        read(scraped, (label, value) => {
          if (left-- > 0) parts.push(name, target, label, '} ', numberOf(value), '\n');
        });
    },
    endSlice(): void {
      for (const { parts, slices } of texts) if (parts.length > 0) slices.push(parts.splice(0).join(''));
    },
    all: () => texts.flatMap(({ slices }) => slices),
  };
}

/** Makes a function that measures all limits of a resource. @param first the fields that come before those of api.md */
function createLimitReader(kernel: Kernel, first: readonly LimitField[]) {
  const levels = levelsOf(kernel.options.thresholds);
  const ordered = (resource: ResourceKind) => {
    const all = limitEntries[resource].map(([field]) => field);
    const fields = new Set([...first.filter((field) => all.includes(field)), ...all]);
    return Array.from(fields, (field) => ({ field, levels: levels(field), unlimited: limitNamed[field].unlimited }));
  };
  const terms = { database: ordered('database'), index: ordered('index') };
  return (resource: ResourceKind, id: string, record: object): ScrapedResource['limits'] => {
    const usage = usagePart(kernel).peek(resource, id);
    return terms[resource].map(({ field, levels: ofField, unlimited }) => {
      const reading = usage?.[field];
      const value = (record as Readonly<Record<string, unknown>>)[field];
      return { field, measure: measureLimit(value, reading?.used, ofField, unlimited, reading?.statusBefore) };
    });
  };
}

/**
 * Counts all known databases and indices in slices, and makes the text of their series. `limitSummaryOf` has some of
 * these counts, but its first value counts all resources at once, which would block the event loop.
 *
 * Each resource is read once, so that it has all of its series or none, even if it is forgotten meanwhile. Reading it
 * again for each metric would be slower too. The scrape subscribes to nothing: an id with a subscriber is polled more
 * often.
 * @throws the reason of the signal when it aborts
 */
export async function scrapeResources(
  { kernel, alerts, firingOf, options }: ScrapeParts,
  families: readonly ResourceFamily[],
  signal: AbortSignal | undefined,
) {
  const readLimits = createLimitReader(kernel, options.fields);
  const counts = noCounts();
  const texts = createTexts(families, options);
  const { stores } = kernel;
  const known = resourceKinds.map((resource) => [resource, stores[resource].ids.value] as const);
  const absent = alerts().filter(({ resource, id }) => resource !== 'fleet' && !stores[resource].isMember(id));
  const addAlerts = (resource: TargetKind, id: string): void =>
    texts.add({ resource, id, limits: [], firing: firingOf(resource, id) });
  addAlerts('fleet', '');
  let slice = new TimeSlice();
  const endOfTurn = async (): Promise<void> => {
    texts.endSlice();
    slice = await nextSlice(signal);
  };
  for (const [resource, ids] of known)
    for (const id of ids) {
      // The id may have been forgotten since the last slice.
      if (!stores[resource].isMember(id)) continue;
      const entry = stores[resource].peek(id);
      const record = entry.status === 'missing' ? undefined : entry.record;
      counts.statuses[resource][entry.status] += 1;
      if (record && reportableDrift(driftOf(record)).length > 0) counts.drifting[resource] += 1;
      const limits = record ? readLimits(resource, id, record) : [];
      for (const { measure } of limits) counts.limits[resource][measure.status] += 1;
      texts.add({ resource, id, entry, record, limits, firing: firingOf(resource, id) });
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
  texts.endSlice();
  return { counts, text: texts.all() };
}
