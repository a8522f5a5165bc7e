import { refuse } from '../../../http/refuse.js';
import { startHttpServer } from '../../../http/http-server.js';
import { systemClock } from '../../../core/shared/clock.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { ChosenService } from '../../local-services/find-service.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { pageFolder } from '../../terminal/installed-package.js';
import { readPage } from './page.js';
import { startDashboard } from './start-dashboard.js';
import { createDashboardOutput } from './dashboard-output.js';

/** The arguments of `fleetglass dashboard`. */
export interface DashboardRun {
  readonly service: ChosenService;
  readonly timeoutMs: number;
  readonly ids: readonly string[];
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
  const { service, timeoutMs, port, readOnly = false } = run;
  const { baseUrl } = service;
  const output = createDashboardOutput(io, run.json === true);
  const ids = new Set(run.ids);
  const page = await readPage(pageFolder);
  if (port !== undefined) await refuseBusyPort(port);
  const credentials = await service.readCredentials();
  const dashboard = await startDashboard({
    page,
    baseUrl,
    credentials,
    timeoutMs,
    mayCreate: !readOnly,
    ids: () => [...ids],
    port,
    onCreated: (id) => {
      ids.add(id);
      output.created(id);
    },
    onOpened: output.opened,
    onError: output.failed,
  });
  const stop = listenForStop();
  try {
    output.listening({ ...dashboard, service: baseUrl, databases: ids.size, readOnly });
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
