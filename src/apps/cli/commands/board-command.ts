import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { BoardOptions } from '../actions/board.js';
import { addIdArguments, addServiceOptions, addStateOptions, addUsageOptions, USAGE_HELP } from './options.js';

const HELP = `
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

export function addBoardCommand(program: Command, io: CommandIo): void {
  const command = addIdArguments(program.command('board').description('show the fleet on this terminal, live'));
  command.option('--once', 'print the board once as plain text, and end');
  addStateOptions(addServiceOptions(addUsageOptions(command)))
    .addHelpText('after', HELP)
    .action(async (ids: string[] | undefined, options: BoardOptions) => {
      const { board } = await import('../actions/board.js');
      await board(io, ids ?? [], options);
    });
}
