import { refuse } from '../../../http/refuse.js';
import { startHttpServer } from '../../../http/http-server.js';
import { checkCredentials, type Credentials } from '../../../core/wire/credentials.js';
import { systemClock } from '../../../core/shared/clock.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { ChosenService } from '../../local-services/find-service.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { pageFolder } from '../../terminal/installed-package.js';
import { type Page, readPage } from './page.js';
import { startDashboard } from './start-dashboard.js';
import { createDashboardOutput, type DashboardOutput } from './dashboard-output.js';
import type { ServerFleet } from './kept-ids.js';
import { createUsageAnswers } from './usage-answers.js';

/** The arguments of `fleetglass dashboard`. */
export interface DashboardRun {
  readonly service: ChosenService;
  readonly timeoutMs: number;
  readonly ids: readonly string[];
  /** Opens the fleet of the account. */
  readonly openFleet: (credentials: Credentials) => Promise<ServerFleet>;
  /** Whether the fleet reads usage. */
  readonly readsUsage: boolean;
  readonly port?: number;
  readonly readOnly?: true;
  readonly json?: true;
}

/**
 * Serves the dashboard until the process gets a signal to stop.
 *
 * @throws Error if it cannot listen, or if the build contains no page.
 */
export async function runDashboard(io: CommandIo, run: DashboardRun): Promise<void> {
  const { service, port } = run;
  const output = createDashboardOutput(io, run.json === true);
  const page = await readPage(pageFolder);
  if (port !== undefined) await refuseBusyPort(port);
  const credentials = checkCredentials(await service.readCredentials(), 'configure');
  const server = await run.openFleet(credentials);
  try {
    server.fleet.databases.add(run.ids);
    await server.fleet.flush();
    await serveDashboard({ ...run, credentials, page, server, output });
  } finally {
    await server.close();
  }
}

interface DashboardParts extends DashboardRun {
  readonly credentials: Credentials;
  readonly page: Page;
  readonly server: ServerFleet;
  readonly output: DashboardOutput;
}

async function serveDashboard(parts: DashboardParts): Promise<void> {
  const { service, credentials, page, timeoutMs, readOnly = false, port, server, output } = parts;
  const { baseUrl } = service;
  const { fleet, kept } = server;
  const ids = (): readonly string[] => fleet.databases.tracked.value;
  const dashboard = await startDashboard({
    page,
    baseUrl,
    credentials,
    timeoutMs,
    fleet,
    mayCreate: !readOnly,
    ids,
    port,
    kept,
    usage: parts.readsUsage ? createUsageAnswers(fleet, systemClock) : undefined,
    onCreated: (id) => {
      fleet.databases.add(id);
      output.created(id);
    },
    onOpened: output.opened,
    onError: output.failed,
  });
  const stop = listenForStop();
  try {
    output.listening({
      ...dashboard,
      service: baseUrl,
      databases: ids().length,
      readOnly,
      keepsIds: kept !== undefined,
    });
    await stop.requested;
    output.stopping();
  } finally {
    await dashboard.close();
    stop.release();
  }
}

/** Checks the port before the command asks for a password. */
async function refuseBusyPort(port: number): Promise<void> {
  const handle = async (): Promise<Response> => refuse(503, 'not ready');
  const server = await startHttpServer({ handle, clock: systemClock, name: 'dashboard' }, { port });
  await server.close();
}
