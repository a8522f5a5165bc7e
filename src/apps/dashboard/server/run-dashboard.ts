import { refuse } from '../../../http/refuse.js';
import { startHttpServer } from '../../../http/http-server.js';
import { checkCredentials, type Credentials } from '../../../core/wire/credentials.js';
import { systemClock } from '../../../core/shared/clock.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { ChosenService } from '../../local-services/find-service.js';
import { adviseAnotherPort } from '../../terminal/listen-with-fallback.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { pageFolder } from '../../terminal/installed-package.js';
import { readPage } from './page.js';
import { startDashboard, type DashboardOptions } from './start-dashboard.js';
import { createDashboardOutput, type DashboardOutput } from './dashboard-output.js';
import type { ServerFleet } from './kept-ids.js';
import { createUsageAnswers } from './usage-answers.js';

export interface DashboardRun {
  readonly service: ChosenService;
  readonly timeoutMs: number;
  readonly ids: readonly string[];
  readonly openFleet: (credentials: Credentials) => Promise<ServerFleet>;
  readonly readsUsage: boolean;
  /** Reads the alerts of the named monitor. */
  readonly readAlerts: DashboardOptions['readAlerts'];
  readonly readAlertHistory: DashboardOptions['readAlertHistory'];
  /** Called with the address that admits the next browser, when the page listens and when a browser has opened it. */
  readonly onAddress?: (url: string) => void;
  readonly port?: number;
  readonly readOnly?: boolean;
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
    await serveDashboard(run, { page, credentials }, server, output);
  } finally {
    await server.close();
  }
}

async function serveDashboard(
  { service, timeoutMs, readOnly = false, readsUsage, readAlerts, readAlertHistory, onAddress, port }: DashboardRun,
  parts: Pick<DashboardOptions, 'page' | 'credentials'>,
  { fleet, kept, activityFile }: ServerFleet,
  output: DashboardOutput,
): Promise<void> {
  const { baseUrl } = service;
  const ids = (): readonly string[] => fleet.databases.tracked.value;
  const dashboard = await startDashboard({
    ...parts,
    baseUrl,
    timeoutMs,
    fleet,
    mayCreate: !readOnly,
    ids,
    port,
    kept,
    usage: readsUsage ? createUsageAnswers(fleet, systemClock) : undefined,
    readAlerts,
    readAlertHistory,
    activityFile,
    onCreated: (id) => {
      fleet.databases.add(id);
      output.created(id);
    },
    onOpened: (next) => {
      onAddress?.(next);
      output.opened(next);
    },
    onError: output.failed,
  });
  const stop = listenForStop();
  try {
    const { length } = ids();
    onAddress?.(dashboard.url);
    const { username: account } = parts.credentials;
    const facts = { service: baseUrl, account, databases: length, readOnly, keepsIds: kept !== undefined };
    output.listening({ ...dashboard, ...facts });
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
  const server = await startHttpServer({ handle, clock: systemClock, name: 'dashboard' }, { port }).catch(
    adviseAnotherPort,
  );
  await server.close();
}
