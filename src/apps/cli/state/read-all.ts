import { type Fleet, refreshAll, type FleetError } from '../../../index.js';
import { printMessage, type CommandIo } from '../../terminal/command-io.js';

/** The requests of a larger fleet take more than a moment. */
const LARGE = 50;

/** The service on this machine answers at any rate. A hosted service gets the usual rate. */
export const ON_LOOPBACK = { perSecond: 200, burst: 400 };

/**
 * Reads all databases. A database that the service does not know is no failure.
 *
 * @returns the failure of a database whose record could not be read.
 */
export async function readAll(io: CommandIo, fleet: Fleet, signal: AbortSignal): Promise<FleetError | undefined> {
  const ids = fleet.databases.tracked.value;
  if (ids.length > LARGE && io.stderr.isTTY)
    printMessage(io, `Reading ${ids.length.toLocaleString('en')} databases. Ctrl-C ends the command.`);
  const { failed } = await refreshAll(fleet, { signal });
  return failed.find(({ error }) => error.code !== 'not-found')?.error;
}
