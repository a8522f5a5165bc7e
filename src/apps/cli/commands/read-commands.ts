import type { Command } from 'commander';
import type { ClientOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import type { GetOptions } from '../actions/get.js';
import type { ListOptions } from '../actions/list.js';
import { addClientOptions, addServiceOptions, addStateOption, parseId, parseSeconds } from './options.js';

const GET_HELP = `
With --watch, the command prints the record, and then a line for each field that
changes, until Ctrl-C, with exit code 0. With --json, each line is a whole
record. While the service does not answer, the command says so and goes on.

Examples:
  fleetglass get 93e3a3e0b1 --local
  fleetglass get 93e3a3e0b1 --show-secrets
  fleetglass get 93e3a3e0b1 --json | jq .state
  fleetglass get 93e3a3e0b1 --watch --json | jq -c '[.state, .modifying_state]'`;

export function addGetCommand(program: Command, io: CommandIo): void {
  const command = program.command('get').description('show a database');
  command.argument('<id>', 'identifier of the database', parseId);
  command
    .option('--watch', 'print each change until you end the command')
    .option('--interval <seconds>', 'how often --watch reads (default: 5)', parseSeconds);
  addClientOptions(command)
    .addHelpText('after', GET_HELP)
    .action(async (id: string, options: GetOptions) => {
      const { get } = await import('../actions/get.js');
      await get(io, id, options);
    });
}

const INDICES_EXAMPLES = `
Examples:
  fleetglass indices --local
  fleetglass indices --json | jq -r '.[] | [.name, .max_vector_count] | @tsv'
  fleetglass indices --base-url https://api.example.com --timeout-ms 5000`;

export function addIndicesCommand(program: Command, io: CommandIo): void {
  const command = program.command('indices').description('list the vector indices of the account');
  addClientOptions(command)
    .addHelpText('after', INDICES_EXAMPLES)
    .action(async (options: ClientOptions) => {
      const { listIndices } = await import('../actions/get.js');
      await listIndices(io, options);
    });
}

const LIST_HELP = `
The API does not list databases. The command shows the databases whose ids this
machine keeps, as they were when fleetglass last read them. It sends no request
and needs no password, unless you pass --refresh.

Examples:
  fleetglass list --refresh
  fleetglass list --json | jq -r '.databases[] | [.id, .record.state] | @tsv'`;

export function addListCommand(program: Command, io: CommandIo): void {
  const command = program.command('list').description('show the databases whose ids this machine keeps');
  command.option('--refresh', 'read the databases from the service first');
  addStateOption(addServiceOptions(command))
    .option('--json', 'print one JSON document with exact integers, and errors as JSON on stderr')
    .addHelpText('after', LIST_HELP)
    .action(async (options: ListOptions) => {
      const { list } = await import('../actions/list.js');
      await list(io, options);
    });
}
