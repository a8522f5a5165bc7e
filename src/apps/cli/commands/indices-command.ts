import type { Command } from 'commander';
import { addClientOptions, type ClientOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { showIndices } from './show-records.js';
import { withClient } from './with-client.js';

const EXAMPLES = `
Examples:
  fleetglass indices --local
  fleetglass indices --json | jq -r '.[] | [.name, .max_vector_count] | @tsv'
  fleetglass indices --base-url https://api.example.com --timeout-ms 5000`;

/** Adds `fleetglass indices`: the API's list operation. */
export function addIndicesCommand(program: Command, io: CommandIo): void {
  const command = program.command('indices').description('list the vector indices of the account');
  addClientOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((options: ClientOptions) => indices(io, options));
}

async function indices(io: CommandIo, options: ClientOptions): Promise<void> {
  showIndices(io, await withClient(io, options, (client, signal) => client.listVectorIndices({ signal })), options);
}
