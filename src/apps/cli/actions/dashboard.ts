import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type PollingOptions, systemClock } from '../../../index.js';
import { ACTIVITY_FILE } from '../../../persistence/directory/store-folder.js';
import { createDashboardOutput } from '../../dashboard/server/dashboard-output.js';
import type { KeptIds } from '../../dashboard/server/kept-ids.js';
import { readPage } from '../../dashboard/server/page.js';
import { startDashboard } from '../../dashboard/server/start-dashboard.js';
import { createUsageAnswers } from '../../dashboard/server/usage-answers.js';
import { registerLocal } from '../../local-services/local-files.js';
import type { ServiceOptions, UsageOptions } from '../../terminal/client-options.js';
import { type CommandIo, printNotice } from '../../terminal/command-io.js';
import { pageFolder } from '../../terminal/installed-package.js';
import { aborted, untilStopped } from '../../terminal/stopping.js';
import { refuseBusyPort } from '../../terminal/listen-with-fallback.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { type KeptFleet, openKeptFleet } from '../state/kept-fleet.js';
import { findMonitor } from '../state/monitor-client.js';
import { findAccountToKeep, stateArguments, type StateOptions } from '../state/state-directory.js';
import { readIds } from './read-ids.js';

interface DashboardCommandOptions extends ServiceOptions, StateOptions, UsageOptions {
  readonly ids?: string;
  readonly port?: number;
  readonly readOnly?: true;
  readonly monitor?: string;
  readonly json?: true;
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
  const { port, timeoutMs, usage: polls, json } = options;
  // Reports wrong options before the prompt for the password.
  const ids = [...named, ...(options.ids === undefined ? [] : await readIds(io, options.ids))];
  const monitor = options.monitor === undefined ? undefined : await findMonitor(io, options.monitor);
  const page = await readPage(pageFolder);
  if (port !== undefined) await refuseBusyPort(port, 'dashboard');
  const { directory, baseUrl, credentials } = await findAccountToKeep(io, options);
  // The page may show ids that only the browser keeps. Their last records stay for a page that opens in an outage.
  const service = { baseUrl, credentials, timeoutMs, polling: SERVER_POLLING, retainMs: Infinity };
  const opened = await openKeptFleet(io, { directory, makesDirectory: true, service, polls, json });
  try {
    const account = { service: baseUrl, account: credentials.username, ...(directory && { state: directory }) };
    const given = {
      page,
      baseUrl,
      credentials,
      timeoutMs,
      port,
      // An id is whole, so no state is needed.
      commandArguments: stateArguments({ ...options, state: false }),
      ...(monitor && {
        readAlerts: () => monitor.alerts(),
        readAlertHistory: async () => (await monitor.history()).history,
      }),
      ...(directory && { kept: createKeptIds(opened), activityFile: join(directory, ACTIVITY_FILE) }),
    };
    await serve(io, options, { given, ids, account, opened });
  } finally {
    await opened.close();
  }
}

interface Served {
  readonly given: Omit<Parameters<typeof startDashboard>[0], 'fleet' | 'mayCreate' | 'ids' | 'onCreated' | 'onError'>;
  readonly ids: readonly string[];
  readonly account: { readonly service: string; readonly account: string; readonly state?: string };
  readonly opened: KeptFleet;
}

async function serve(io: CommandIo, options: DashboardCommandOptions, served: Served): Promise<void> {
  const { given, ids, account, opened } = served;
  const { usage, endpointDomain, readOnly = false, json } = options;
  const { fleet } = opened;
  const { databases } = fleet;
  const output = createDashboardOutput(io, json === true);
  if (usage) fleet.indices.track();
  const onNotice = (notice: string): void => printNotice(io, json, notice);
  if (usage) await addUsageSources(fleet, { endpointDomain, onNotice });
  databases.add(ids);
  await fleet.flush();
  let registered: Promise<(() => Promise<void>) | undefined> = Promise.resolve(undefined);
  const register = (url: string): void => {
    registered = registered.then(() => registerLocal(io, 'pages', { url, ...account }));
  };
  const dashboard = await startDashboard({
    ...given,
    fleet,
    mayCreate: !readOnly,
    ids: () => given.kept?.ids ?? databases.tracked.value,
    usage: usage ? createUsageAnswers(fleet, systemClock) : undefined,
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
    await untilStopped(io, async (signal) => {
      register(dashboard.url);
      const facts = { databases: databases.tracked.value.length, readOnly, keepsIds: given.kept !== undefined };
      output.listening({ ...dashboard, ...account, ...facts });
      await aborted(signal);
      output.stopping();
    });
  } finally {
    await dashboard.close();
    const unregister = await registered;
    await unregister?.();
  }
}

function createKeptIds({ fleet, link }: KeptFleet): KeptIds {
  const { databases } = fleet;
  /** The order of the ids. The fleet puts an id that comes back last. */
  let order: readonly string[] = [];
  const keep = async (ids: readonly string[]): Promise<void> => {
    databases.add(ids);
    await fleet.flush();
  };
  return {
    get ids() {
      const tracked = new Set(databases.tracked.value);
      return [...new Set([...order, ...tracked])].filter((id) => tracked.has(id));
    },
    add: keep,
    async remove(ids) {
      const given = new Set(ids);
      const removed = this.ids.filter((id) => given.has(id));
      order = [...new Set([...order, ...databases.tracked.value])];
      databases.remove(ids);
      // The disk still has these ids, and they would come back at the next start.
      await fleet.flush().catch((error: unknown) => {
        databases.add(removed);
        throw error;
      });
      order = order.filter((id) => !given.has(id));
    },
    async recordCreate(request) {
      const key = randomUUID();
      await link?.recordCreate({ key, request, startedAt: systemClock.now() });
      return {
        async succeed(id) {
          link?.forgetCreate(key);
          await keep([id]);
        },
        fail: () => link?.forgetCreate(key),
      };
    },
  };
}
