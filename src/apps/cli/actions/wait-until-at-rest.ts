import { atRest, readState } from '../../../core/records/database-state.js';
import { type Database, type Fleet, waitFor, FleetError } from '../../../index.js';
import { printable } from '../../../format/printable.js';
import { nameOfRecord } from '../../../format/record-name.js';
import { RemoteError } from '../../terminal/command-errors.js';
import { type CommandIo, formatJsonLine } from '../../terminal/command-io.js';

export interface WaitOptions {
  readonly json?: true;
  /** Seconds. @default 300 */
  readonly timeout?: number;
}

const DEFAULT_SECONDS = 300;

/** Waits until no change of a new database is in progress, and shows the progress on stderr. */
export async function waitUntilAtRest(
  io: CommandIo,
  fleet: Fleet,
  created: Database,
  signal: AbortSignal,
  options: WaitOptions,
) {
  const { databases, polling } = fleet;
  const { database_id: id } = created;
  const seconds = options.timeout ?? DEFAULT_SECONDS;
  const show = createProgress(io, created, options);
  polling.resume();
  const watching = databases.entry(id).subscribe(({ record, error }) => show(record ?? created, error));
  try {
    return { record: await waitFor(fleet, id, atRest, { timeoutMs: seconds * 1000, signal }), failure: undefined };
  } catch (error) {
    const record = databases.record(id).value ?? created;
    if (!(error instanceof FleetError)) throw error;
    return { record, failure: error.code === 'timeout' ? timeoutOf(record, seconds) : error };
  } finally {
    watching.unsubscribe();
    polling.pause();
  }
}

function timeoutOf(record: Database, seconds: number): RemoteError {
  const change = printable(readState(record, 'modifying_state') ?? 'not known');
  return new RemoteError(
    'timeout',
    `The database was created, but its change in progress (${change}) was not over after ${seconds} s. ` +
      'Run `fleetglass get --watch` with its id to follow it, or increase --timeout.',
  );
}

function createProgress({ stderr }: CommandIo, created: Database, { json }: WaitOptions) {
  const name = printable(nameOfRecord(created) ?? created.database_id);
  let change: string | undefined;
  return (record: Database, error: FleetError | undefined): void => {
    const read = error === undefined ? readState(record, 'modifying_state') : `no answer (${error.code})`;
    const next = read && printable(read);
    if (next === change) return;
    change = next;
    const line = error ? { notice: change } : { progress: { modifying_state: change ?? '' } };
    stderr.write(json ? `${formatJsonLine(line)}\n` : `${name}: ${change ?? 'at rest'}\n`);
  };
}
