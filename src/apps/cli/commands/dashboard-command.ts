import { Option, type Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import { findService } from '../../local-services/find-service.js';
import { addServiceOptions, DASHBOARD_PORT, type ServiceOptions } from '../../terminal/client-options.js';
import { parseId, parsePort } from './argument-parsers.js';
import { readIds } from './read-ids.js';

interface DashboardCommandOptions extends ServiceOptions {
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
databases to show. The page also shows the databases that you create on it, and
the command prints their ids.
Ctrl-C, SIGTERM and SIGHUP stop the command cleanly, with exit code 0.

Examples:
  fleetglass dashboard --local 93e3a3e0b1 5c0d8f2a77
  fleetglass dashboard --ids ids.txt --read-only
  fleetglass create --json … | jq -r .database_id | fleetglass dashboard --ids -`;

/** Adds `fleetglass dashboard`, which serves a page of the fleet on this machine until it receives a signal. */
export function addDashboardCommand(program: Command, io: CommandIo): void {
  const command = program.command('dashboard').description('show the fleet in a browser on this machine');
  command
    .argument('[ids...]', 'identifiers of databases', (id, ids: string[] | undefined) => [...(ids ?? []), parseId(id)])
    .option('--ids <file>', 'file with identifiers of databases, one per line or as a JSON array; - reads stdin')
    .addOption(
      new Option('--port <port>', `port on 127.0.0.1 (default: ${DASHBOARD_PORT}, or a free port)`).argParser(
        parsePort,
      ),
    )
    .option('--read-only', 'do not allow the page to create databases');
  addServiceOptions(command)
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
  await runDashboard(io, { ...options, service, ids });
}
