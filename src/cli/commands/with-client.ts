import { normalizeBaseUrl } from '../../api/base-url.js';
import { createManagementClient, type ManagementClient } from '../../api/management-client.js';
import type { ClientOptions } from './client-options.js';
import type { CommandIo } from '../command-io.js';
import { readAccountCredentials } from '../read-account-credentials.js';
import { listenForStop } from '../listen-for-stop.js';

/**
 * Runs one operation of the API with a client made of the command's options. Ctrl-C ends the request in order, so
 * that a create that was sent already is reported as what it is.
 *
 * @throws FleetError whatever the operation ends with.
 */
export async function withClient<T>(
  io: CommandIo,
  { baseUrl, timeoutMs }: ClientOptions,
  operate: (client: ManagementClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Before anybody is asked for a password.
  normalizeBaseUrl(baseUrl);
  const credentials = await readAccountCredentials(io);
  const client = createManagementClient({ baseUrl, timeoutMs, credentials });
  const stop = listenForStop(['SIGINT']);
  try {
    return await operate(client, stop.signal);
  } finally {
    stop.release();
  }
}
