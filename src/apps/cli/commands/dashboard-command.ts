import { Option, type Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import { findService } from '../../local-services/find-service.js';
import { addServiceOptions, DASHBOARD_PORT, type ServiceOptions } from '../../terminal/client-options.js';
import { parseId } from './parse-id.js';
import { parsePort } from './parse-port.js';
import { readIds } from './read-ids.js';

interface DashboardCommandOptions extends ServiceOptions {
  readonly ids?: string;
  readonly port?: number;
  readonly readOnly?: true;
  readonly json?: true;
}

const HELP = `
The account is the one in FLEETGLASS_USERNAME and FLEETGLASS_PASSWORD; on a
terminal it is asked for. It stays in this process: the page gets records
without credentials. The address that is printed admits one browser, until the
command ends; then another address is printed. Without one there is an empty page.

The service lists vector indices, but no databases: name those that you want to
see. What is created on the page is shown too, and its id is printed.
Ctrl-C, SIGTERM and SIGHUP end it in order, with exit code 0.

Examples:
  fleetglass dashboard --local 93e3a3e0b1 5c0d8f2a77
  fleetglass dashboard --ids ids.txt --read-only
  fleetglass create --json … | jq -r .database_id | fleetglass dashboard --ids -`;

/** Adds `fleetglass dashboard`: a page of the fleet for a browser on this machine, until it is told to stop. */
export function addDashboardCommand(program: Command, io: CommandIo): void {
  const command = program.command('dashboard').description('show the fleet in a browser on this machine');
  command
    .argument('[ids...]', 'identifiers of databases', (id, ids: string[] | undefined) => [...(ids ?? []), parseId(id)])
    .option('--ids <file>', 'file with identifiers of databases, one a line; - reads stdin')
    .addOption(
      new Option('--port <port>', `port on 127.0.0.1 (default: ${DASHBOARD_PORT}, or any free one)`).argParser(
        parsePort,
      ),
    )
    .option('--read-only', 'nothing can be created from the page');
  addServiceOptions(command)
    .option('--json', 'print one line of JSON when it listens, and one for each database that is created')
    .addHelpText('after', HELP)
    .action((ids: string[] | undefined, options: DashboardCommandOptions) => dashboard(io, ids ?? [], options));
}

async function dashboard(io: CommandIo, named: readonly string[], options: DashboardCommandOptions): Promise<void> {
  // Whatever can be wrong, before anybody is asked for a password.
  const service = await findService(io, options);
  const ids = [...named, ...(options.ids === undefined ? [] : await readIds(io, options.ids))];
  // Loaded only where it is needed: the other commands start faster.
  const { runDashboard } = await import('../../dashboard/server/run-dashboard.js');
  await runDashboard(io, { ...options, service, ids });
}
