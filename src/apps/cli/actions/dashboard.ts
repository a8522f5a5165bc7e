import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Fleet, type PollingOptions, systemClock } from '../../../index.js';
import { kernelOf } from '../../../core/fleet/kernel.js';
import { ACTIVITY_FILE } from '../../../persistence/directory/store-folder.js';
import { createDashboardOutput } from '../../dashboard/server/dashboard-output.js';
import type { KeptIds } from '../../dashboard/server/kept-ids.js';
import { readPage } from '../../dashboard/server/page.js';
import { type DashboardOptions, startDashboard } from '../../dashboard/server/start-dashboard.js';
import { createUsageAnswers } from '../../dashboard/server/usage-answers.js';
import { registerLocal } from '../../local-services/local-files.js';
import type { FleetCommandOptions } from '../../terminal/client-options.js';
import { type CommandIo, printNotice } from '../../terminal/command-io.js';
import { pageFolder } from '../../terminal/installed-package.js';
import { aborted } from '../../terminal/stopping.js';
import { refuseBusyPort } from '../../terminal/listen-with-fallback.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { withKeptFleet } from '../state/kept-fleet.js';
import { findMonitor } from '../state/monitor-client.js';
import { findAccountToKeep, stateArguments, type StateOptions } from '../state/state-directory.js';
import { allIds } from './read-ids.js';

interface DashboardCommandOptions extends FleetCommandOptions, StateOptions {
  readonly port?: number;
  readonly readOnly?: boolean;
}

/**
 * The page polls the databases itself. The server reads them only to learn where they listen, so it reads them rarely,
 * and leaves most of the usual rate to the page.
 */
const SERVER_POLLING: PollingOptions = { cadence: () => 900_000, perSecond: 5, burst: 5 };

export async function dashboard(
  io: CommandIo,
  named: readonly string[] = [],
  options: DashboardCommandOptions,
): Promise<void> {
  const { port, usage: polls, endpointDomain, json } = options;
  // Reports wrong options before the prompt for the password.
  const ids = await allIds(io, named, options.ids);
  const monitor = options.monitor === undefined ? undefined : await findMonitor(io, options.monitor);
  const page = await readPage(pageFolder);
  if (port !== undefined) await refuseBusyPort(port, 'dashboard');
  const { directory, ...account } = await findAccountToKeep(io, options);
  // The page may show ids that only the browser keeps. Their last records stay for a page that opens in an outage.
  const service = { ...account, polling: SERVER_POLLING, retainMs: Infinity };
  await withKeptFleet(io, { directory, makesDirectory: true, service, polls, json }, async (fleet, signal) => {
    if (polls) {
      fleet.indices.track();
      const onNotice = (notice: string): void => printNotice(io, json, notice);
      await addUsageSources(fleet, { endpointDomain, onNotice });
    }
    fleet.databases.add(ids);
    await fleet.flush({ signal });
    const given = {
      ...account,
      page,
      fleet,
      port,
      // An id is whole, so no state is needed.
      commandArguments: stateArguments({ ...options, state: false }),
      usage: polls ? createUsageAnswers(fleet, systemClock) : undefined,
      ...(monitor && {
        readAlerts: () => monitor.alerts(),
        readAlertHistory: async () => (await monitor.history()).history,
      }),
      ...(directory && { kept: createKeptIds(fleet), activityFile: join(directory, ACTIVITY_FILE) }),
    };
    await serve(io, options, given, directory, signal);
  });
}

/** @param state the directory of the kept ids */
async function serve(
  io: CommandIo,
  { readOnly = false, json }: DashboardCommandOptions,
  given: Omit<DashboardOptions, 'mayCreate' | 'ids' | 'onCreated' | 'onError'>,
  state: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl, credentials, kept } = given;
  const { databases } = given.fleet;
  const account = { service: baseUrl, account: credentials.username, ...(state && { state }) };
  const output = createDashboardOutput(io, json === true);
  let registered: Promise<(() => Promise<void>) | undefined> = Promise.resolve(undefined);
  const register = (url: string): void => {
    registered = registered.then(() => registerLocal(io, 'pages', { url, ...account }));
  };
  const dashboard = await startDashboard({
    ...given,
    mayCreate: !readOnly,
    ids: () => databases.tracked.value,
    onCreated(id) {
      databases.add(id);
      output.created(id);
    },
    onOpened(next) {
      register(next);
      output.opened(next);
    },
    onError: output.failed,
  });
  try {
    register(dashboard.url);
    const facts = { databases: databases.tracked.value.length, readOnly, keepsIds: kept !== undefined };
    output.listening({ ...dashboard, ...account, ...facts });
    await aborted(signal);
    output.stopping();
  } finally {
    await dashboard.close();
    const unregister = await registered;
    await unregister?.();
  }
}

function createKeptIds(fleet: Fleet): KeptIds {
  const { databases } = fleet;
  const { storage } = kernelOf(fleet, 'fleetglass dashboard');
  const keep = async (ids: readonly string[]): Promise<void> => {
    databases.add(ids);
    await fleet.flush();
  };
  return {
    get ids() {
      return databases.tracked.value;
    },
    add: keep,
    async remove(ids) {
      const given = new Set(ids);
      const removed = this.ids.filter((id) => given.has(id));
      databases.remove(ids);
      // The disk still has these ids, and they would come back at the next start.
      await fleet.flush().catch((error: unknown) => {
        databases.add(removed);
        throw error;
      });
    },
    async recordCreate(request) {
      const key = randomUUID();
      await storage?.recordCreate({ key, request, startedAt: systemClock.now() });
      return async (id) => {
        storage?.forgetCreate(key);
        if (id !== undefined) await keep([id]);
      };
    },
  };
}
