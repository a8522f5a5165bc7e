import type { ClientOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { printDatabase, printIndices } from './print-records.js';
import { watchDatabase } from './watch-database.js';
import { withClient } from './with-client.js';

/** The options of `fleetglass get`. */
export interface GetOptions extends ClientOptions {
  readonly watch?: true;
  /** Seconds. */
  readonly interval?: number;
}

/** Prints a database. */
export async function get(io: CommandIo, id: string, options: GetOptions): Promise<void> {
  if (options.interval !== undefined && !options.watch) throw new UsageError('--interval is only for --watch.');
  if (options.watch && options.showSecrets)
    throw new UsageError('--show-secrets cannot be used with --watch: a watched record has no credentials.');
  if (options.watch) return watchDatabase(io, id, options);
  const credentials = options.showSecrets ? 'show' : 'hide';
  const database = await withClient(io, options, (client, signal) => client.getDatabase(id, { credentials, signal }));
  printDatabase(io, database, options);
}

/** Prints the vector indices of the account. */
export async function listIndices(io: CommandIo, options: ClientOptions): Promise<void> {
  const indices = await withClient(io, options, (client, signal) => client.listVectorIndices({ signal }));
  printIndices(io, indices, options);
}
