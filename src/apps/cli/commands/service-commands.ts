import type { Command } from 'commander';
import type { CommandIo } from '../../terminal/command-io.js';
import type { DemoCommandOptions } from '../actions/demo.js';
import type { ServeOptions } from '../actions/serve.js';
import { addRedisOption, createPortOption, parseDatabaseCount } from './options.js';

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

export function addServeCommand(program: Command, io: CommandIo): void {
  const command = program.command('serve').description('run a local service with the same API on this machine');
  command
    .addOption(createPortOption())
    .option('--directory <directory>', 'store databases there; needs the package classic-level (default: in memory)')
    .option('--seed <file>', 'JSON file with the first databases and indices');
  addRedisOption(command)
    .option('--strict', 'refuse a create with undocumented fields')
    .option('--json', 'print a line of JSON when the service listens')
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeOptions) => (await import('../actions/serve.js')).serve(io, options));
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

export function addDemoCommand(program: Command, io: CommandIo): void {
  const command = program.command('demo').description('run a demonstration: a fleet with its own local service');
  addRedisOption(command.addOption(createPortOption()))
    .option('--databases <count>', 'number of databases at the start', parseDatabaseCount, 4)
    .option('--json', 'print lines of JSON instead of the board')
    .addHelpText('after', DEMO_HELP)
    .action(async (options: DemoCommandOptions) => (await import('../actions/demo.js')).demo(io, options));
}
