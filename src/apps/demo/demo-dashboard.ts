import { randomUUID } from 'node:crypto';
import { FleetError } from '../../core/shared/fleet-error.js';
import { readPage } from '../dashboard/server/page.js';
import { startDashboard, type Dashboard } from '../dashboard/server/start-dashboard.js';
import { pageFolder } from '../terminal/installed-package.js';
import { demoCredentials } from './demo-options.js';
import type { DemoEnvironment } from './demo-environment.js';
import { createUsageAnswers } from '../dashboard/server/usage-answers.js';

export interface DemoDashboardOptions {
  /** Ids of databases that the fleet does not track. */
  readonly ids?: Iterable<string>;
  readonly onCreated: (id: string) => void;
  readonly onNotice: (notice: string) => void;
}

export async function openDemoDashboard(
  { baseUrl, fleet, clock }: DemoEnvironment,
  { ids = [], onCreated, onNotice }: DemoDashboardOptions,
): Promise<Dashboard> {
  return startDashboard({
    page: await readPage(pageFolder),
    baseUrl,
    credentials: demoCredentials,
    fleet,
    mayCreate: true,
    ids: () => [...new Set([...fleet.databases.known.value, ...ids])],
    usage: createUsageAnswers(fleet, clock),
    demoRun: randomUUID(),
    onCreated,
    // A FleetError comes from a simulated outage. Other errors are unexpected.
    onError: (error) => {
      if (!(error instanceof FleetError)) onNotice('A request of the dashboard failed.');
    },
  });
}
