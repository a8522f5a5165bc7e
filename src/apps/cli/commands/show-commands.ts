import { type Command, Option } from 'commander';
import { DASHBOARD_PORT, type RedisMode } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { addCommand, lazyAction } from './add-command.js';
import {
  addAddressOptions,
  addFleetOptions,
  addIdArguments,
  createPortOption,
  KEPT_ID,
  KeptArgument,
  parseDatabaseCount,
  USAGE_HELP,
} from './options.js';

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

const OPEN_HELP = `
The command opens the page that \`fleetglass dashboard\` or \`fleetglass demo\`
serves on this machine, at a database or at its list. It needs no account. If no
browser can be opened, it prints the address, which works once.

Examples:
  fleetglass open
  fleetglass open orders`;

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

const redisOption = new Option('--redis <mode>', 'run a redis-server for each database; auto: if it is installed')
  .choices(['auto', 'on', 'off'] satisfies RedisMode[])
  .default('auto' satisfies RedisMode);

export function addShowCommands(program: Command, io: CommandIo): void {
  addCommand(program, 'serve', 'run a local service with the same API on this machine', SERVE_HELP)
    .addOption(createPortOption())
    .option('--directory <directory>', 'store databases there; needs the package classic-level (default: in memory)')
    .option('--seed <file>', 'JSON file with the first databases and indices')
    .addOption(redisOption)
    .option('--strict', 'refuse a create with undocumented fields')
    .option('--json', 'print a line of JSON when the service listens')
    .action(lazyAction(io, async () => (await import('../actions/serve.js')).serve));
  addCommand(program, 'demo', 'run a demonstration: a fleet with its own local service', DEMO_HELP)
    .addOption(createPortOption())
    .addOption(redisOption)
    .option('--databases <count>', 'number of databases at the start', parseDatabaseCount, 4)
    .option('--json', 'print lines of JSON instead of the board')
    .action(lazyAction(io, async () => (await import('../actions/demo.js')).demo));
  const dashboard = addCommand(program, 'dashboard', 'show the fleet in a browser on this machine', DASHBOARD_HELP);
  addIdArguments(dashboard)
    .addOption(createPortOption(DASHBOARD_PORT))
    .option('--read-only', 'do not allow the page to create databases');
  addFleetOptions(dashboard)
    .option('--json', 'print a line of JSON when the dashboard listens, and for each created database')
    .action(lazyAction(io, async () => (await import('../actions/dashboard.js')).dashboard));
  const open = addCommand(program, 'open', 'show a database on the page that runs on this machine', OPEN_HELP);
  addAddressOptions(open.addArgument(new KeptArgument('[id]', KEPT_ID))).action(
    lazyAction(io, async () => (await import('../actions/open.js')).open),
  );
  const board = addCommand(program, 'board', 'show the fleet on this terminal, live', BOARD_HELP);
  addIdArguments(board).option('--once', 'print the board once as plain text, and end');
  addFleetOptions(board).action(lazyAction(io, async () => (await import('../actions/board.js')).board));
}
