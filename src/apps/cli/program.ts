import { Command } from 'commander';
import { renderOptionsOf, type CommandIo } from '../terminal/command-io.js';
import { addCreateCommand } from './commands/create-command.js';
import { addDashboardCommand } from './commands/dashboard-command.js';
import { addDemoCommand } from './commands/demo-command.js';
import { addGetCommand } from './commands/get-command.js';
import { addIndicesCommand } from './commands/indices-command.js';
import { readVersion } from './read-version.js';
import { wrapLines } from '../terminal/wrap-lines.js';
import { addServeCommand } from './commands/serve-command.js';

const HELP = `
Environment:
  FLEETGLASS_USERNAME,
  FLEETGLASS_PASSWORD       the account; on a terminal, what is not set is asked
  FLEETGLASS_BASE_URL       address of the service; there is no default
  FLEETGLASS_CONTROL_TOKEN  for serve and demo: opens the control face
  NO_COLOR, FORCE_COLOR     colour nowhere, colour everywhere

Exit codes:
  0    done
  1    something failed here: a port in use, a step of the demonstration
  2    wrong usage, or no credentials; nothing was sent
  3    the service refused, or its answer cannot be used
  4    the service cannot be reached, fails, or is too slow
  5    a create was sent, and nobody knows whether it took effect: look first
  130  ended by Ctrl-C

Examples:
  fleetglass demo
  fleetglass serve
  fleetglass dashboard --local --ids ids.txt
  fleetglass create --local --name sessions --platform aws --region eu-west-1
  fleetglass indices --base-url https://api.example.com --json`;

/** A column of help that is narrower is not wrapped. */
const NARROWEST_COLUMN = 20;

/** The `fleetglass` command: its sub-commands, its help. Nothing is printed for wrong usage; that is thrown. */
export function createProgram(io: CommandIo): Command {
  const { stdout, stderr } = io;
  const { columns, palette } = renderOptionsOf(io, stdout);
  const program = new Command('fleetglass')
    .description('Hosted Redis-compatible databases and vector indices, from the command line.')
    .version(readVersion())
    .configureOutput({
      writeOut: (text) => void stdout.write(wrapLines(text, columns)),
      writeErr: (text) => void stderr.write(text),
      outputError: () => {},
    })
    .configureHelp({ styleTitle: palette.bold, minWidthToWrap: NARROWEST_COLUMN })
    .addHelpText('after', HELP)
    .exitOverride();
  addServeCommand(program, io);
  addDemoCommand(program, io);
  addDashboardCommand(program, io);
  addCreateCommand(program, io);
  addGetCommand(program, io);
  addIndicesCommand(program, io);
  return program;
}
