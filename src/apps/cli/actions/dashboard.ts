import { printNotice, type CommandIo } from '../../terminal/command-io.js';
import { runDashboard } from '../../dashboard/server/run-dashboard.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { registerLocal } from '../../local-services/local-files.js';
import { findService } from '../../local-services/find-service.js';
import type { ServiceOptions, UsageOptions } from '../../terminal/client-options.js';
import type { Credentials } from '../../../core/wire/credentials.js';
import type { ServerFleet } from '../../dashboard/server/kept-ids.js';
import { keptDirectory, type StateOptions } from '../state/state-directory.js';
import { createAlertReader, readHistoryOf } from '../state/monitor-access.js';
import { openServerFleet } from '../state/open-server-fleet.js';
import { readIds } from './read-ids.js';

export interface DashboardCommandOptions extends ServiceOptions, StateOptions, UsageOptions {
  readonly ids?: string;
  readonly port?: number;
  readonly readOnly?: true;
  readonly monitor?: string;
  readonly json?: true;
}

export async function dashboard(
  io: CommandIo,
  named: readonly string[],
  options: DashboardCommandOptions,
): Promise<void> {
  // Reports wrong options before the prompt for the password.
  const service = await findService(io, options);
  const ids = [...named, ...(options.ids === undefined ? [] : await readIds(io, options.ids))];
  const { monitor } = options;
  const readAlerts = monitor === undefined ? undefined : await createAlertReader(io, monitor);
  const readAlertHistory = monitor === undefined ? undefined : async () => (await readHistoryOf(io, monitor)).history;
  const { baseUrl } = service;
  let account = '';
  let state: string | undefined;
  let registered: Promise<(() => Promise<void>) | undefined> = Promise.resolve(undefined);
  const onAddress = (url: string): void => {
    const page = { url, service: baseUrl, account, ...(state && { state }) };
    registered = registered.then(() => registerLocal(io, 'pages', page));
  };
  async function openFleet(credentials: Credentials): Promise<ServerFleet> {
    account = credentials.username;
    state = await keptDirectory(io, options, { baseUrl, username: account });
    const server = await openServerFleet(io, {
      directory: state,
      service: { baseUrl, credentials, timeoutMs: options.timeoutMs },
      polls: options.usage,
      json: options.json,
    });
    const { usage, endpointDomain } = options;
    if (usage)
      await addUsageSources(server.fleet, {
        endpointDomain,
        onNotice: (notice) => printNotice(io, options.json, notice),
      });
    return server;
  }
  const run = {
    ...options,
    service,
    ids,
    openFleet,
    readsUsage: options.usage,
    readAlerts,
    readAlertHistory,
    onAddress,
  };
  try {
    await runDashboard(io, run);
  } finally {
    await (
      await registered
    )?.();
  }
}
