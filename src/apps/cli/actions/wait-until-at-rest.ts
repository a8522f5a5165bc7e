import { atRest, readState } from '../../../core/records/database-state.js';
import { type Database, type Fleet, waitFor, systemClock, FleetError } from '../../../index.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { printable } from '../../../format/printable.js';
import { nameOfRecord } from '../../../format/record-name.js';
import { RemoteError } from '../../terminal/command-errors.js';
import { hasCursor, renderOptionsOf, type CommandIo, formatJsonLine } from '../../terminal/command-io.js';
import { repeat } from '../../terminal/stopping.js';
import { cutText } from '../../terminal/text.js';

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
  const progress = showProgress(io, created, options);
  polling.resume();
  const watching = databases.entry(id).subscribe(({ record, error }) => progress.update(record ?? created, error));
  try {
    return { record: await waitFor(fleet, id, atRest, { timeoutMs: seconds * 1000, signal }), failure: undefined };
  } catch (error) {
    const record = databases.record(id).value ?? created;
    if (!(error instanceof FleetError)) throw error;
    return { record, failure: error.code === 'timeout' ? timeoutOf(record, seconds) : error };
  } finally {
    watching.unsubscribe();
    progress.end();
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

const TICK_MS = 1000;

/** On a terminal, one line that changes. Otherwise one line for each change, with `--json` as JSON. */
function showProgress(io: CommandIo, created: Database, { json }: WaitOptions) {
  const { stderr } = io;
  const name = printable(nameOfRecord(created) ?? created.database_id);
  const startedMs = systemClock.monotonic();
  const isLive = hasCursor(io, stderr) && !json;
  let change: string | undefined;

  const draw = (): void => {
    const { columns, palette } = renderOptionsOf(io, stderr);
    const age = describeDuration(systemClock.monotonic() - startedMs);
    const text = `${name}: ${change ?? 'at rest'}, ${age}`;
    stderr.write(`\r\u001b[K${palette.dim(cutText(text, columns - 1))}`);
  };
  const stop = isLive ? repeat(systemClock, TICK_MS, draw) : undefined;

  return {
    update(record: Database, error: FleetError | undefined): void {
      const read = error === undefined ? readState(record, 'modifying_state') : `no answer (${error.code})`;
      const next = read && printable(read);
      if (next === change) return;
      change = next;
      const line = error ? { notice: change } : { progress: { modifying_state: change ?? '' } };
      if (isLive) draw();
      else if (json) stderr.write(`${formatJsonLine(line)}\n`);
      else stderr.write(`${name}: ${change ?? 'at rest'}\n`);
    },
    end(): void {
      stop?.();
      if (isLive) stderr.write('\r\u001b[K');
    },
  };
}
