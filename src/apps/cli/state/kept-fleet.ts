import { stat } from 'node:fs/promises';
import { createFleet, type Fleet, FleetError, type FleetOptions, refreshAll } from '../../../index.js';
import type { StorageLoss } from '../../../core/fleet/storage.js';
import type { Store } from '../../../persistence/store.js';
import { Interrupted } from '../../terminal/command-errors.js';
import { type CommandIo, formatJsonLine, printMessage, printWarning } from '../../terminal/command-io.js';
import { untilStopped } from '../../terminal/stopping.js';
import { printable } from '../../../format/printable.js';
import type { Account } from './state-directory.js';

export interface KeptFleetOptions {
  /** @default none: the fleet forgets everything when it ends */
  readonly directory: string | undefined;
  /** Makes the directory if it is absent. Otherwise an absent directory is an empty state. @default false */
  readonly makesDirectory?: boolean;
  readonly service?: Account & Pick<FleetOptions, 'polling' | 'retainMs'>;
  readonly polls?: boolean;
  readonly json?: true | undefined;
  readonly openStore?: (directory: string) => Promise<Store>;
}

/** Runs an operation on a state, and closes the state. SIGINT, SIGTERM and SIGHUP abort the signal of the operation. */
export async function withKeptFleet<T>(
  io: CommandIo,
  options: KeptFleetOptions,
  operate: (fleet: Fleet, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { directory, makesDirectory = false, service, polls = false, json, openStore = openDirectoryStore } = options;
  return untilStopped(io, async (signal) => {
    beginLineAt(signal, io);
    const opens = directory !== undefined && (makesDirectory || (await mayExist(directory)));
    const store = opens ? await openStore(directory) : undefined;
    const fleet = createFleet({ ...(service ?? NO_SERVICE), ...(store && { persistence: store }) });
    try {
      if (!polls) fleet.polling.pause();
      await fleet.ready;
      const { error, lost } = fleet.storage.value;
      printLosses(io, lost, json);
      if (error !== undefined) throw error;
      // Reading the state of a large fleet takes seconds, and not every operation looks at the signal.
      if (signal.aborted) throw new Interrupted();
      return await operate(fleet, signal);
    } finally {
      // Saves the last changes. Another process can open the state then.
      fleet.dispose();
      await store?.close();
    }
  });
}

/** Whether a state may exist. This is true also if this user may not look for it: opening it then tells the reason. */
export function mayExist(directory: string): Promise<boolean> {
  return stat(directory).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT',
  );
}

const NO_SERVICE = { baseUrl: 'http://localhost', fetch: () => Promise.reject(new TypeError('no service')) };

export async function openDirectoryStore(directory: string, readOnly = false): Promise<Store> {
  const { openDirectory } = await import('../../../persistence/directory/index.js');
  return openDirectory(directory, { readOnly });
}

export const openCopyOfStore = (directory: string): Promise<Store> => openDirectoryStore(directory, true);

/** Opens a copy of a state that another user owns or another process uses, such as a page. A copy keeps nothing. */
export async function openStoreToRead(directory: string, onCopy = (): void => {}): Promise<Store> {
  const user = process.getuid?.();
  const { uid } = await stat(directory).catch(() => ({ uid: user }));
  try {
    // Root would own the files that it writes, and their user could not open them any more.
    if (user === undefined || uid === user) return await openDirectoryStore(directory);
  } catch (error) {
    if (!(error instanceof FleetError) || error.code !== 'in-use') throw error;
  }
  onCopy();
  return openCopyOfStore(directory);
}

const MAX_LOSSES = 5;

function printLosses(io: CommandIo, lost: readonly StorageLoss[], json: true | undefined): void {
  if (lost.length === 0) return;
  if (json) return void io.stderr.write(`${formatJsonLine({ lost })}\n`);
  const shown = lost.slice(0, MAX_LOSSES).map(({ message }) => printable(message));
  if (lost.length > MAX_LOSSES) shown.push(`and ${lost.length - MAX_LOSSES} more; --json lists them all`);
  for (const message of shown) printWarning(io, message);
}

/** The terminal shows ^C. The next message starts on a new line. */
export function beginLineAt(signal: AbortSignal, { stderr }: CommandIo): void {
  if (stderr.isTTY) signal.addEventListener('abort', () => stderr.write('\n'));
}

/** The requests of a larger fleet take more than a moment. */
const LARGE = 50;

/** The service on this machine answers at any rate. A hosted service gets the usual rate. */
export const ON_LOOPBACK = { perSecond: 200, burst: 400 };

/** @returns the first failure of a database. A database that the service does not know does not count as a failure */
export async function readAll(io: CommandIo, fleet: Fleet, signal: AbortSignal): Promise<FleetError | undefined> {
  const ids = fleet.databases.tracked.value;
  if (ids.length > LARGE && io.stderr.isTTY)
    printMessage(io, `Reading ${ids.length.toLocaleString('en')} databases. Ctrl-C ends the command.`);
  const { failed } = await refreshAll(fleet, { signal });
  return failed.find(({ error }) => error.code !== 'not-found')?.error;
}
