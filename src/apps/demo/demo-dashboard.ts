import { randomUUID } from 'node:crypto';
import { FleetError } from '../../core/shared/fleet-error.js';
import { readPage } from '../dashboard/server/page.js';
import { startDashboard, type Dashboard } from '../dashboard/server/start-dashboard.js';
import { pageFolder } from '../terminal/installed-package.js';
import { demoCredentials } from './demo-credentials.js';
import type { DemoStage } from './demo-stage.js';
import { usageOf } from './usage-of.js';

/** What the page of the demonstration has beside what its fleet knows. */
export interface DemoDashboardOptions {
  /** Databases that the fleet does not know. */
  readonly ids?: Iterable<string>;
  /** Hears of a database that was created on the page. */
  readonly onCreated: (id: string) => void;
  readonly onNotice: (notice: string) => void;
}

/** Serves a page of the demonstration's service: the same databases as on its board, used as much. */
export async function openDemoDashboard(
  { baseUrl, fleet }: DemoStage,
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
    // What the service fails with is what the demonstration shows; anything else is worth a word.
    onError: (error) => {
      if (!(error instanceof FleetError)) onNotice('The page asked for something that failed here.');
    },
  });
}
