import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { DemoCommandOptions } from '../actions/demo.js';
import { addRedisOption, createPortOption, parseDatabaseCount } from './options.js';

const HELP = `
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

export function addDemoCommand(program: Command, io: CommandIo): void {
  const command = program.command('demo').description('run a demonstration: a fleet with its own local service');
  addRedisOption(command.addOption(createPortOption()))
    .option('--databases <count>', 'number of databases at the start', parseDatabaseCount, 4)
    .option('--json', 'print lines of JSON instead of the board')
    .addHelpText('after', HELP)
    .action(async (options: DemoCommandOptions) => {
      const { demo } = await import('../actions/demo.js');
      await demo(io, options);
    });
}
