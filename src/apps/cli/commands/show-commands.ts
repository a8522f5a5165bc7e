import type { Command } from 'commander';
import { DASHBOARD_PORT } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { lazyAction } from './lazy-action.js';
import {
  addAddressOptions,
  addIdArguments,
  addMonitorOption,
  addRedisOption,
  addServiceOptions,
  addStateOptions,
  addUsageOptions,
  createPortOption,
  KEPT_ID,
  KeptArgument,
  parseDatabaseCount,
  USAGE_HELP,
} from './options.js';

const BOARD_HELP = `
The board shows the databases whose ids this machine keeps, the ids that you
pass, and the vector indices of the account. It keeps the ids that you pass, as
\`fleetglass ids add\` does. --no-state keeps none. Press ? for its keys.
Ctrl-C, q, SIGTERM and SIGHUP end it, with exit code 0.

Without a terminal, or with --once, the command reads everything once, prints
the board as plain text and ends. For scripts, use \`fleetglass list --json\`.

${USAGE_HELP}

Examples:
  fleetglass board --local
  fleetglass board 93e3a3e0b1 5c0d8f2a77 --base-url https://api.example.com
  fleetglass board --ids ids.txt --no-state
  fleetglass board --once > fleet.txt`;

function addBoardCommand(program: Command, io: CommandIo): void {
  const command = addIdArguments(program.command('board').description('show the fleet on this terminal, live'));
  command.option('--once', 'print the board once as plain text, and end');
  addMonitorOption(command);
  addStateOptions(addServiceOptions(addUsageOptions(command)))
    .addHelpText('after', BOARD_HELP)
    .action(lazyAction(io, async () => (await import('../actions/board.js')).board));
}

const DASHBOARD_HELP = `
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

function addDashboardCommand(program: Command, io: CommandIo): void {
  const command = program.command('dashboard').description('show the fleet in a browser on this machine');
  addIdArguments(command)
    .addOption(createPortOption(DASHBOARD_PORT))
    .option('--read-only', 'do not allow the page to create databases');
  addMonitorOption(command);
  addStateOptions(addServiceOptions(addUsageOptions(command)))
    .option('--json', 'print a line of JSON when the dashboard listens, and for each created database')
    .addHelpText('after', DASHBOARD_HELP)
    .action(lazyAction(io, async () => (await import('../actions/dashboard.js')).dashboard));
}

const OPEN_HELP = `
The command opens the page that \`fleetglass dashboard\` or \`fleetglass demo\`
serves on this machine, at a database or at its list. It needs no account. If no
browser can be opened, it prints the address, which works once.

Examples:
  fleetglass open
  fleetglass open orders`;

function addOpenCommand(program: Command, io: CommandIo): void {
  const command = program.command('open').description('show a database on the page that runs on this machine');
  addAddressOptions(command.addArgument(new KeptArgument('[id]', KEPT_ID)))
    .addHelpText('after', OPEN_HELP)
    .action(lazyAction(io, async () => (await import('../actions/open.js')).open));
}

const SERVE_HELP = `
The service takes its account from FLEETGLASS_USERNAME and FLEETGLASS_PASSWORD,
or asks for it on the terminal. FLEETGLASS_CONTROL_TOKEN enables the control API
at /control, with faults, scripted changes and the request log.
Other commands use the service with --local. Until the service stops, its
address and account are in a file that only this user can read.
Ctrl-C, SIGTERM and SIGHUP stop the service cleanly, with exit code 0.

Examples:
  fleetglass serve
  fleetglass serve --directory ./fleet --seed fleet.json
  fleetglass serve --port 0 --redis off --json`;

function addServeCommand(program: Command, io: CommandIo): void {
  const command = program.command('serve').description('run a local service with the same API on this machine');
  command
    .addOption(createPortOption())
    .option('--directory <directory>', 'store databases there; needs the package classic-level (default: in memory)')
    .option('--seed <file>', 'JSON file with the first databases and indices');
  addRedisOption(command)
    .option('--strict', 'refuse a create with undocumented fields')
    .option('--json', 'print a line of JSON when the service listens')
    .addHelpText('after', SERVE_HELP)
    .action(lazyAction(io, async () => (await import('../actions/serve.js')).serve));
}

const DEMO_HELP = `
On a terminal, the command shows a board of the fleet. Press ? for its keys.
Without a terminal, or with --json, it runs a script of up to 20 s. It prints a
line of JSON for each action and each change that subscribers of the fleet see.
The exit code is 0 if they saw every change.
The service runs on this machine and in memory. Its account is public: user name
demo, password demo.

Examples:
  fleetglass demo
  fleetglass demo --redis off --databases 500
  fleetglass demo --json | jq -c 'select(.event == "transition")'`;

function addDemoCommand(program: Command, io: CommandIo): void {
  const command = program.command('demo').description('run a demonstration: a fleet with its own local service');
  addRedisOption(command.addOption(createPortOption()))
    .option('--databases <count>', 'number of databases at the start', parseDatabaseCount, 4)
    .option('--json', 'print lines of JSON instead of the board')
    .addHelpText('after', DEMO_HELP)
    .action(lazyAction(io, async () => (await import('../actions/demo.js')).demo));
}

export const showCommands = [addServeCommand, addDemoCommand, addDashboardCommand, addOpenCommand, addBoardCommand];
