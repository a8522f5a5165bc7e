import type { Database, Fleet, ManagementClient } from '../../../index.js';
import { createManagementClient, systemClock } from '../../../index.js';
import { deepEqual } from '../../../core/shared/deep-equal.js';
import { databaseGroups } from '../../../format/database-groups.js';
import { exactRecord, type ShownRecord } from '../../../format/exact-record.js';
import { formatValue } from '../../../format/format-value.js';
import { printable } from '../../../format/printable.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { printNotice, renderOptionsOf, type CommandIo, formatJsonLine } from '../../terminal/command-io.js';
import { aborted, untilStopped, whileRead } from '../../terminal/stopping.js';
import { wrapText } from '../../terminal/text.js';
import { findKept, nameUnknownId } from '../state/find-kept.js';
import { beginLineAt, withKeptFleet } from '../state/kept-fleet.js';
import { findAccount, type Account, type StateOptions } from '../state/state-directory.js';
import { printDatabase, printIndices } from './print-records.js';

export interface GetOptions extends ClientOptions, StateOptions {
  readonly watch?: true;
  /** Seconds. @default 5 */
  readonly interval?: number;
}

/** @param word the id or the kept name of a database, or the beginning of one of them */
export async function get(io: CommandIo, word: string, options: GetOptions): Promise<void> {
  const { watch, interval, showSecrets } = options;
  if (interval !== undefined && !watch) throw new UsageError('--interval is only for --watch.');
  if (watch && showSecrets)
    throw new UsageError('--show-secrets cannot be used with --watch: a watched record has no credentials.');
  if (watch) return watchDatabase(io, word, options);
  const { database, found } = await readRecord(io, word, options);
  printDatabase(io, database, options, found);
}

export async function readRecord(io: CommandIo, word: string, options: GetOptions) {
  const { showSecrets, json } = options;
  const account = await findAccount(io, options);
  const found = await findKept(io, word, { directory: account.directory, json });
  const credentials = showSecrets ? 'show' : 'hide';
  const database = await withClient(io, account, (client, signal) =>
    client.getDatabase(found.id, { credentials, signal }).catch(nameUnknownId(found)),
  );
  return { database, found };
}

export async function listIndices(io: CommandIo, options: ClientOptions): Promise<void> {
  const account = await findAccount(io, { ...options, state: false });
  const indices = await withClient(io, account, (client, signal) => client.listVectorIndices({ signal }));
  printIndices(io, indices, options);
}

/** Ctrl-C aborts the request, so that the command can report its outcome. */
export async function withClient<T>(
  io: CommandIo,
  { baseUrl, credentials, timeoutMs }: Account,
  operate: (client: ManagementClient, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const client = createManagementClient({ baseUrl, credentials, timeoutMs });
  const run = (signal: AbortSignal): Promise<T> => {
    beginLineAt(signal, io);
    return operate(client, signal);
  };
  return untilStopped(io, run, ['SIGINT']);
}

const DEFAULT_SECONDS = 5;

/** @throws FleetError if the first request fails */
async function watchDatabase(io: CommandIo, word: string, options: GetOptions): Promise<void> {
  const { json, interval = DEFAULT_SECONDS } = options;
  const { directory, ...service } = await findAccount(io, options);
  const found = await findKept(io, word, { directory, json });
  const { id } = found;
  const printLine = (record: Database): void => void io.stdout.write(`${formatJsonLine(exactRecord(record))}\n`);
  const watch = async ({ databases, polling }: Fleet, signal: AbortSignal): Promise<void> => {
    let last = await databases.refresh(id, { signal }).catch(nameUnknownId(found));
    let trouble: string | undefined;
    if (json) printLine(last);
    else printDatabase(io, last, options, found);
    polling.resume();
    const subscription = databases.entry(id, { everyMs: interval * 1000 }).subscribe(({ record, error }) => {
      if (record !== undefined && record !== last) {
        if (json) printLine(record);
        else printChanges(io, exactRecord(last), exactRecord(record));
        last = record;
      }
      if (error?.code === trouble) return;
      trouble = error?.code;
      printNotice(io, json, error?.message ?? 'the service answers again');
    });
    await aborted(signal);
    subscription.unsubscribe();
  };
  await withKeptFleet(io, { directory: undefined, service, json }, (fleet, stopped) =>
    whileRead(io.stdout, stopped, (signal) => watch(fleet, signal)),
  );
}

const meanings = new Map(
  databaseGroups.flatMap(({ fields }) => Object.entries(fields).map(([field, { meaning }]) => [field, meaning])),
);

function printChanges(io: CommandIo, before: ShownRecord, after: ShownRecord): void {
  const { columns, palette } = renderOptionsOf(io, io.stdout);
  const time = new Date(systemClock.now()).toISOString().slice(0, 19);
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const field of new Set([...old.keys(), ...now.keys()])) {
    if (deepEqual(old.get(field), now.get(field))) continue;
    const [from, to = ''] = [old, now].map((values) => formatValue(values.get(field), meanings.get(field)));
    const line = `${palette.dim(`${time}Z`)}  ${printable(field)}  ${from} → ${palette.bold(to)}`;
    io.stdout.write(`${wrapText(line, columns).join('\n')}\n`);
  }
}
