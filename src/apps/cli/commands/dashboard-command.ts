import { Option, type Command } from 'commander';
import { printNotice, type CommandIo } from '../../terminal/command-io.js';
import { addUsageSources } from '../../usage/add-usage-sources.js';
import { findService } from '../../local-services/find-service.js';
import { addServiceOptions, DASHBOARD_PORT, type ServiceOptions } from '../../terminal/client-options.js';
import type { Credentials } from '../../../core/wire/credentials.js';
import type { ServerFleet } from '../../dashboard/server/server-fleet.js';
import { keptDirectory } from '../state/kept-directory.js';
import { openServerFleet } from '../state/open-server-fleet.js';
import { addStateOptions, type StateOptions } from '../state/state-directory.js';
import { collectId, parsePort } from './argument-parsers.js';
import { readIds } from './read-ids.js';
import { addUsageOptions, USAGE_HELP, type UsageOptions } from './usage-options.js';

interface DashboardCommandOptions extends ServiceOptions, StateOptions, UsageOptions {
  readonly ids?: string;
  readonly port?: number;
  readonly readOnly?: true;
  readonly json?: true;
}

const HELP = `
The command reads the account from FLEETGLASS_USERNAME and FLEETGLASS_PASSWORD,
or asks for it on the terminal. The page receives records without credentials.
The printed address admits one browser until the command ends. After that
browser opens it, the command prints an address for the next browser.

The service lists vector indices, but not databases: pass the ids of the
databases to show, or add them on the page. The command keeps these ids, and the
ids of databases that are created on the page, for the next start. --no-state
keeps none. \`fleetglass ids\` shows and changes the kept ids.

${USAGE_HELP}
Ctrl-C, SIGTERM and SIGHUP stop the command cleanly, with exit code 0.

Examples:
  fleetglass dashboard --local 93e3a3e0b1 5c0d8f2a77
  fleetglass dashboard --ids ids.txt --read-only
  fleetglass create --json … | jq -r .database_id | fleetglass dashboard --ids -`;

/** Adds `fleetglass dashboard`, which serves a page of the fleet on this machine until it receives a signal. */
export function addDashboardCommand(program: Command, io: CommandIo): void {
  const command = program.command('dashboard').description('show the fleet in a browser on this machine');
  command
    .argument('[ids...]', 'identifiers of databases', collectId)
    .option('--ids <file>', 'file with identifiers of databases, one per line or as a JSON array; - reads stdin')
    .addOption(
      new Option('--port <port>', `port on 127.0.0.1 (default: ${DASHBOARD_PORT}, or a free port)`).argParser(
        parsePort,
      ),
    )
    .option('--read-only', 'do not allow the page to create databases');
  addStateOptions(addServiceOptions(addUsageOptions(command)))
    .option('--json', 'print a line of JSON when the dashboard listens, and for each created database')
    .addHelpText('after', HELP)
    .action((ids: string[] | undefined, options: DashboardCommandOptions) => dashboard(io, ids ?? [], options));
}

async function dashboard(io: CommandIo, named: readonly string[], options: DashboardCommandOptions): Promise<void> {
  // Reports wrong options before the prompt for the password.
  const service = await findService(io, options);
  const ids = [...named, ...(options.ids === undefined ? [] : await readIds(io, options.ids))];
  // Loaded by this command only, so that the other commands start faster.
  const { runDashboard } = await import('../../dashboard/server/run-dashboard.js');
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
  await runDashboard(io, { ...options, service, ids, openFleet, readsUsage: options.usage });
}
