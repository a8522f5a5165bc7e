import type { ClientOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { printDatabase, printIndices } from './print-records.js';
import { nameUnknownId } from './unknown-id.js';
import { watchDatabase } from './watch-database.js';
import { createManagementClient, type ManagementClient } from '../../../core/client/management-client.js';
import { findService } from '../../local-services/find-service.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';

export interface GetOptions extends ClientOptions {
  readonly watch?: true;
  /** Seconds. */
  readonly interval?: number;
}

export async function get(io: CommandIo, id: string, options: GetOptions): Promise<void> {
  if (options.interval !== undefined && !options.watch) throw new UsageError('--interval is only for --watch.');
  if (options.watch && options.showSecrets)
    throw new UsageError('--show-secrets cannot be used with --watch: a watched record has no credentials.');
  if (options.watch) return watchDatabase(io, id, options);
  const credentials = options.showSecrets ? 'show' : 'hide';
  const database = await withClient(io, options, (client, signal) =>
    client.getDatabase(id, { credentials, signal }).catch(nameUnknownId(id)),
  );
  printDatabase(io, database, options);
}

export async function listIndices(io: CommandIo, options: ClientOptions): Promise<void> {
  const indices = await withClient(io, options, (client, signal) => client.listVectorIndices({ signal }));
  printIndices(io, indices, options);
}

/**
 * Creates a client from the command's options and runs one operation with it. Ctrl-C aborts the request, so that the
 * command can report its outcome.
 */
async function withClient<T>(
  io: CommandIo,
  options: ClientOptions,
  operate: (client: ManagementClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Reports a wrong address before the prompt for the password.
  const { baseUrl, readCredentials } = await findService(io, options);
  const client = createManagementClient({
    baseUrl,
    timeoutMs: options.timeoutMs,
    credentials: await readCredentials(),
  });
  const stop = listenForStop(['SIGINT']);
  // The terminal shows ^C. The next message starts on a new line.
  if (io.stderr.isTTY) stop.signal.addEventListener('abort', () => io.stderr.write('\n'));
  try {
    return await operate(client, stop.signal);
  } finally {
    stop.release();
  }
}
