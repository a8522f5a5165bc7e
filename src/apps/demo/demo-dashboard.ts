import { randomUUID } from 'node:crypto';
import { FleetError } from '../../core/shared/fleet-error.js';
import { readPage } from '../dashboard/server/page.js';
import { startDashboard, type Dashboard } from '../dashboard/server/start-dashboard.js';
import { pageFolder } from '../terminal/installed-package.js';
import { demoCredentials } from './demo-credentials.js';
import type { DemoEnvironment } from './demo-environment.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { UsageReading } from '../../core/limits/usage-sample.js';
import type { DashboardUsage } from '../dashboard/server/dashboard-facts.js';

/** Options of {@link openDemoDashboard}. */
export interface DemoDashboardOptions {
  /** Ids of databases that the fleet does not track. */
  readonly ids?: Iterable<string>;
  /** Called with the id of a database that was created on the page. */
  readonly onCreated: (id: string) => void;
  readonly onNotice: (notice: string) => void;
}

/** Serves the dashboard of the demonstration, with the databases and the usage of its fleet. */
export async function openDemoDashboard(
  { baseUrl, fleet }: DemoEnvironment,
  { ids = [], onCreated, onNotice }: DemoDashboardOptions,
): Promise<Dashboard> {
  return startDashboard({
    page: await readPage(pageFolder),
    baseUrl,
    credentials: demoCredentials,
    mayCreate: true,
    ids: () => [...new Set([...fleet.databases.known.value, ...ids])],
    usage: () => usageOf(fleet),
    demoRun: randomUUID(),
    onCreated,
    // A FleetError comes from a simulated outage. Other errors are unexpected.
    onError: (error) => {
      if (!(error instanceof FleetError)) onNotice('A request of the dashboard failed.');
    },
  });
}

/** Returns the latest usage of all resources of a fleet. */
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
  // All amounts are reported together, so they have the same time and source.
  const [, { at, source } = { at: 0, source: undefined }] = readings[0] ?? [];
  const values = Object.fromEntries(readings.map(([field, { used }]) => [field, used]));
  return { resource, id, values, at, ...(source !== undefined && { source }) };
}
