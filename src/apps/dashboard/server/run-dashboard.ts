import { refuse } from '../../../http/refuse.js';
import { startHttpServer } from '../../../http/http-server.js';
import { systemClock } from '../../../core/shared/clock.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { ChosenService } from '../../local-services/find-service.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { pageFolder } from '../../terminal/installed-package.js';
import { readPage } from './page.js';
import { startDashboard } from './start-dashboard.js';
import { createTeller } from './teller.js';

/** What `fleetglass dashboard` was asked for. */
export interface DashboardRun {
  readonly service: ChosenService;
  readonly timeoutMs: number;
  readonly ids: readonly string[];
  readonly port?: number;
  readonly readOnly?: true;
  readonly json?: true;
}

/**
 * Serves the dashboard until the process is told to stop.
 *
 * @throws Error where it cannot listen, or was built without its page.
 */
export async function runDashboard(io: CommandIo, run: DashboardRun): Promise<void> {
  const { service, timeoutMs, port, readOnly = false } = run;
  const { baseUrl } = service;
  const teller = createTeller(io, run.json === true);
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
      teller.created(id);
    },
    onOpened: teller.opened,
    onError: teller.failed,
  });
  const stop = listenForStop();
  try {
    teller.listening({ ...dashboard, service: baseUrl, databases: ids.size, readOnly });
    await stop.requested;
    teller.stopping();
  } finally {
    await dashboard.close();
    stop.release();
  }
}

/** Before anybody is asked for a password: by a server that is gone at once. */
async function refuseBusyPort(port: number): Promise<void> {
  const handle = async (): Promise<Response> => refuse(503, 'not yet');
  const server = await startHttpServer({ handle, clock: systemClock, name: 'dashboard' }, { port });
  await server.close();
}
