import { Option, type Command } from 'commander';
import { addClientOptions, type ClientOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { parseId, parseSeconds } from './argument-parsers.js';
import { printDatabase, printIndices } from './print-records.js';
import { watchDatabase } from './watch-database.js';
import { withClient } from './with-client.js';

interface GetOptions extends ClientOptions {
  readonly watch?: true;
  /** Seconds. */
  readonly interval?: number;
}

const GET_HELP = `
With --watch, the command prints the record, and then a line for each field that
changes, until Ctrl-C, with exit code 0. With --json, each line is a whole
record. While the service does not answer, the command says so and goes on.

Examples:
  fleetglass get 93e3a3e0b1 --local
  fleetglass get 93e3a3e0b1 --show-secrets
  fleetglass get 93e3a3e0b1 --json | jq .state
  fleetglass get 93e3a3e0b1 --watch --json | jq -c '[.state, .modifying_state]'`;

/** Adds `fleetglass get <id>`, which prints a database. */
export function addGetCommand(program: Command, io: CommandIo): void {
  const command = program.command('get').description('show a database');
  command.argument('<id>', 'identifier of the database', parseId);
  command
    .option('--watch', 'print each change until you end the command')
    .addOption(new Option('--interval <seconds>', 'how often --watch reads (default: 5)').argParser(parseSeconds));
  addClientOptions(command)
    .addHelpText('after', GET_HELP)
    .action((id: string, options: GetOptions) => get(io, id, options));
}

async function get(io: CommandIo, id: string, options: GetOptions): Promise<void> {
  if (options.interval !== undefined && !options.watch) throw new UsageError('--interval is only for --watch.');
  if (options.watch && options.showSecrets)
    throw new UsageError('--show-secrets cannot be used with --watch: a watched record has no credentials.');
  if (options.watch) return watchDatabase(io, id, options);
  const credentials = options.showSecrets ? 'show' : 'hide';
  const database = await withClient(io, options, (client, signal) => client.getDatabase(id, { credentials, signal }));
  printDatabase(io, database, options);
}

const INDICES_EXAMPLES = `
Examples:
  fleetglass indices --local
  fleetglass indices --json | jq -r '.[] | [.name, .max_vector_count] | @tsv'
  fleetglass indices --base-url https://api.example.com --timeout-ms 5000`;

/** Adds `fleetglass indices`, which lists the vector indices. */
export function addIndicesCommand(program: Command, io: CommandIo): void {
  const command = program.command('indices').description('list the vector indices of the account');
  addClientOptions(command)
    .addHelpText('after', INDICES_EXAMPLES)
    .action((options: ClientOptions) => listIndices(io, options));
}

async function listIndices(io: CommandIo, options: ClientOptions): Promise<void> {
  const indices = await withClient(io, options, (client, signal) => client.listVectorIndices({ signal }));
  printIndices(io, indices, options);
}
