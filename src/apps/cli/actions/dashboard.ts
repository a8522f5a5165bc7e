import { printNotice, type CommandIo } from '../../terminal/command-io.js';
import { runDashboard } from '../../dashboard/server/run-dashboard.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
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
  async function openFleet(credentials: Credentials): Promise<ServerFleet> {
    const server = await openServerFleet(io, {
      directory: await keptDirectory(io, options, { baseUrl: service.baseUrl, username: credentials.username }),
      service: { baseUrl: service.baseUrl, credentials, timeoutMs: options.timeoutMs },
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
  await runDashboard(io, {
    ...options,
    service,
    ids,
    openFleet,
    readsUsage: options.usage,
    readAlerts,
    readAlertHistory,
  });
}
