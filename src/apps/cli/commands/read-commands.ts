import type { Command } from 'commander';
import { addClientOptions, type ClientOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { parseId } from './argument-parsers.js';
import { printDatabase, printIndices } from './print-records.js';
import { withClient } from './with-client.js';

const GET_EXAMPLES = `
Examples:
  fleetglass get 93e3a3e0b1 --local
  fleetglass get 93e3a3e0b1 --show-secrets
  fleetglass get 93e3a3e0b1 --json | jq .state`;

/** Adds `fleetglass get <id>`, which prints a database. */
export function addGetCommand(program: Command, io: CommandIo): void {
  const command = program.command('get').description('show a database');
  command.argument('<id>', 'identifier of the database', parseId);
  addClientOptions(command)
    .addHelpText('after', GET_EXAMPLES)
    .action((id: string, options: ClientOptions) => get(io, id, options));
}

async function get(io: CommandIo, id: string, options: ClientOptions): Promise<void> {
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
