import type { Fleet } from '../../core/fleet/fleet.js';
import type { UsageReading } from '../../core/limits/usage-sample.js';
import type { DashboardUsage } from '../dashboard/server/dashboard-facts.js';

/** The latest usage of all of a fleet, as a page is told it. */
export function usageOf(fleet: Fleet): DashboardUsage[] {
  return [
    ...fleet.databases.known.value.map((id) => usageSince('database', id, fleet.usage.latest('database', id).value)),
    ...fleet.indices.all.value.map(({ id }) => usageSince('index', id, fleet.usage.latest('index', id).value)),
  ].filter(({ values }) => Object.keys(values).length > 0);
}

function usageSince(
  resource: DashboardUsage['resource'],
  id: string,
  sample: Readonly<Record<string, UsageReading>> = {},
): DashboardUsage {
  const readings = Object.entries(sample);
  // Reported all at once, so of one time.
  const [, { at, source } = { at: 0, source: undefined }] = readings[0] ?? [];
  const values = Object.fromEntries(readings.map(([field, { used }]) => [field, used]));
  return { resource, id, values, at, ...(source !== undefined && { source }) };
}
