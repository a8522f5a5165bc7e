import { createManagementClient, type ManagementClient } from '../../../core/api/management-client.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { findService } from '../../local-services/find-service.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';

/** One operation of the API; ends when the signal aborts. */
export type ClientWork<T> = (client: ManagementClient, signal: AbortSignal) => Promise<T>;

/**
 * Runs one operation of the API with a client made of the command's options. Ctrl-C ends the request in order, so
 * that what it was doing is reported.
 *
 * @param stopSignals which signals end it like that; the others end the process at once.
 * @throws FleetError whatever the operation ends with.
 */
export async function withClient<T>(
  io: CommandIo,
  options: ClientOptions,
  operate: ClientWork<T>,
  stopSignals: readonly NodeJS.Signals[] = ['SIGINT'],
): Promise<T> {
  // Before anybody is asked for a password.
  const { baseUrl, readCredentials } = await findService(io, options);
  const client = createManagementClient({
    baseUrl,
    timeoutMs: options.timeoutMs,
    credentials: await readCredentials(),
  });
  const stop = listenForStop(stopSignals);
  // The terminal has just shown ^C, and what is said next is not to stand behind it.
  if (io.stderr.isTTY) stop.signal.addEventListener('abort', () => io.stderr.write('\n'));
  try {
    return await operate(client, stop.signal);
  } finally {
    stop.release();
  }
}
