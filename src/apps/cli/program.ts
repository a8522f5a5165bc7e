import { Command } from 'commander';
import { type CommandIo, renderOptionsOf } from '../terminal/command-io.js';
import { addCompletionCommand } from './commands/completion-command.js';
import { addIdsCommand } from './commands/ids-command.js';
import { addMonitorCommands } from './commands/monitor-commands.js';
import { addDatabaseCommands, addIndicesCommand } from './commands/read-commands.js';
import { addShowCommands } from './commands/show-commands.js';
import { addProfileCommands, addStatusCommands } from './commands/account-commands.js';
import { readVersion } from '../terminal/installed-package.js';
import { useProxy } from '../terminal/use-proxy.js';
import { wrapHelp } from '../terminal/text.js';

const HELP = `
Environment:
  FLEETGLASS_USERNAME,
  FLEETGLASS_PASSWORD       the account; if not set, the terminal asks for it
  FLEETGLASS_BASE_URL       address of the service; there is no default
  FLEETGLASS_PROFILE        address and account of fleetglass login, by name
  FLEETGLASS_STATE          directory of the kept ids; see fleetglass ids --help
  FLEETGLASS_MONITOR_TOKEN  the token of a monitor: see fleetglass alerts --help
  FLEETGLASS_CONFIG         directory of the profiles; see fleetglass login
  FLEETGLASS_CONTROL_TOKEN  enables the control API of serve
  HTTPS_PROXY, HTTP_PROXY,
  NO_PROXY                  proxies, and the hosts that are reached without one
  NO_COLOR, FORCE_COLOR     never use colour, always use colour

Exit codes:
  0    success
  1    a failure on this machine, such as a port or state in use; also watch
       --once while an alert fires, doctor that finds something, and a failed
       client of connect
  2    wrong usage, or no credentials; nothing was sent; also watch --once that
       cannot tell
  3    the service or a monitor refused, or its answer cannot be used
  4    a service, monitor or channel cannot be reached, fails, or is too slow
  5    a create was sent; its outcome is unknown, or its id not kept: look first
  130  ended by Ctrl-C

Examples:
  fleetglass demo
  fleetglass serve
  fleetglass dashboard --local --ids ids.txt
  fleetglass open orders
  fleetglass board --local
  fleetglass watch --config fleetglass.yaml
  fleetglass alerts --state ./state
  fleetglass create --local --name sessions --platform aws --region eu-west-1
  fleetglass list --local --refresh
  fleetglass indices --base-url https://api.example.com --json`;

const MIN_WRAPPED_COLUMNS = 20;

/** In the order of the help. */
const COMMANDS = [
  addShowCommands,
  addMonitorCommands,
  addDatabaseCommands,
  addIdsCommand,
  addIndicesCommand,
  addStatusCommands,
  addProfileCommands,
  addCompletionCommand,
];

/** Creates the `fleetglass` command, which throws for wrong usage. @param io `NO_COLOR` or `FORCE_COLOR` is deleted from its `env` */
export function createProgram(io: CommandIo): Command {
  const { stdout, stderr } = io;
  const { columns } = renderOptionsOf(io, stdout);
  const program = new Command('fleetglass')
    .description('Hosted Redis-compatible databases and vector indices, from the command line.')
    .version(readVersion())
    .configureOutput({
      writeOut: (text) => void stdout.write(wrapHelp(text, columns)),
      writeErr: (text) => void stderr.write(wrapHelp(text, renderOptionsOf(io, stderr).columns)),
      outputError: () => {},
    })
    .configureHelp({
      styleTitle: (title) => renderOptionsOf(io, stdout).palette.bold(title),
      minWidthToWrap: MIN_WRAPPED_COLUMNS,
    })
    .option('--no-color', 'use no colour, as NO_COLOR does')
    .addHelpText('after', HELP)
    .exitOverride();
  program.hook('preAction', () => {
    // Node prints a warning where both are set, and would take FORCE_COLOR. The command takes NO_COLOR unless it is empty.
    delete io.env[io.env['NO_COLOR'] ? 'FORCE_COLOR' : 'NO_COLOR'];
    return useProxy(io.env);
  });
  program.on('option:no-color', () => (io.env['NO_COLOR'] = '1'));
  for (const add of COMMANDS) add(program, io);
  return program;
}
