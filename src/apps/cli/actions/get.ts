import { createManagementClient, type Database, type ManagementClient } from '../../../index.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { printDatabase, printIndices } from './print-records.js';
import { findKept, type FoundDatabase, nameUnknownId } from '../state/find-kept.js';
import { beginLineAt } from '../state/kept-fleet.js';
import { findAccount, type Account, type StateOptions } from '../state/state-directory.js';
import { watchDatabase } from './watch-database.js';
import { findService } from '../../local-services/find-service.js';
import { untilStopped } from '../../terminal/stopping.js';

export interface GetOptions extends ClientOptions, StateOptions {
  readonly watch?: true;
  /** Seconds. */
  readonly interval?: number;
}

/** @param word the id or the kept name of a database, or the beginning of one of them */
export async function get(io: CommandIo, word: string, options: GetOptions): Promise<void> {
  const { watch, interval, showSecrets, json } = options;
  if (interval !== undefined && !watch) throw new UsageError('--interval is only for --watch.');
  if (watch && showSecrets)
    throw new UsageError('--show-secrets cannot be used with --watch: a watched record has no credentials.');
  if (watch) {
    const { directory, ...service } = await findAccount(io, options);
    return watchDatabase(io, await findKept(io, word, { directory, json }), service, options);
  }
  const { database, found } = await readRecord(io, word, options);
  printDatabase(io, database, options, found);
}

export async function readRecord(
  io: CommandIo,
  word: string,
  options: GetOptions,
): Promise<{ readonly database: Database; readonly found: FoundDatabase }> {
  const { showSecrets, json } = options;
  const { directory, ...service } = await findAccount(io, options);
  const found = await findKept(io, word, { directory, json });
  const credentials = showSecrets ? 'show' : 'hide';
  const database = await withClient(io, service, options, (client, signal) =>
    client.getDatabase(found.id, { credentials, signal }).catch(nameUnknownId(found)),
  );
  return { database, found };
}

export async function listIndices(io: CommandIo, options: ClientOptions): Promise<void> {
  // Reports a wrong address before the prompt for the password.
  const { baseUrl, readCredentials } = await findService(io, options);
  const service = { baseUrl, credentials: await readCredentials() };
  const indices = await withClient(io, service, options, (client, signal) => client.listVectorIndices({ signal }));
  printIndices(io, indices, options);
}

/** Ctrl-C aborts the request, so that the command can report its outcome. */
export async function withClient<T>(
  io: CommandIo,
  service: Account,
  { timeoutMs }: Pick<ClientOptions, 'timeoutMs'>,
  operate: (client: ManagementClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = createManagementClient({ ...service, timeoutMs });
  const run = (signal: AbortSignal): Promise<T> => {
    beginLineAt(signal, io);
    return operate(client, signal);
  };
  return untilStopped(run, ['SIGINT']);
}
