import type { Command } from 'commander';
import { addClientOptions, type ClientOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { parseId } from './parse-id.js';
import { showDatabase } from './show-records.js';
import { withClient } from './with-client.js';

const EXAMPLES = `
Examples:
  fleetglass get 93e3a3e0b1 --local
  fleetglass get 93e3a3e0b1 --show-secrets
  fleetglass get 93e3a3e0b1 --json | jq .state`;

/** Adds `fleetglass get <id>`: the API's get operation. */
export function addGetCommand(program: Command, io: CommandIo): void {
  const command = program.command('get').description('show a database');
  command.argument('<id>', 'identifier of the database', parseId);
  addClientOptions(command)
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: ClientOptions) => get(io, id, options));
}

async function get(io: CommandIo, id: string, options: ClientOptions): Promise<void> {
  const credentials = options.showSecrets ? 'show' : 'hide';
  const database = await withClient(io, options, (client, signal) => client.getDatabase(id, { credentials, signal }));
  showDatabase(io, database, options);
}
