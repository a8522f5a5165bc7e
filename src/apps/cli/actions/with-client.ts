import { createManagementClient, type ManagementClient } from '../../../core/client/management-client.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import type { CommandIo } from '../../terminal/command-io.js';
import { findService } from '../../local-services/find-service.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';

/**
 * Creates a client from the command's options and runs one operation with it. Ctrl-C aborts the request, so that the
 * command can report its outcome.
 *
 * @throws FleetError if the operation fails.
 */
export async function withClient<T>(
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
