import { systemClock, type Database, type Fleet } from '../../../index.js';
import { deepEqual } from '../../../core/shared/deep-equal.js';
import { databaseGroups } from '../../../format/database-groups.js';
import { exactRecord, type ShownRecord } from '../../../format/exact-record.js';
import { formatValue } from '../../../format/format-value.js';
import { printable } from '../../../format/printable.js';
import type { ClientOptions } from '../../terminal/client-options.js';
import { printNotice, renderOptionsOf, type CommandIo, formatJsonLine } from '../../terminal/command-io.js';
import { aborted, whileRead } from '../../terminal/stopping.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { withKeptFleet } from '../state/kept-fleet.js';
import { type FoundDatabase, nameUnknownId } from '../state/find-kept.js';
import type { Account } from '../state/state-directory.js';
import { printDatabase } from './print-records.js';

export interface WatchOptions extends ClientOptions {
  /** Seconds. @default 5 */
  readonly interval?: number;
}

const DEFAULT_SECONDS = 5;

/** @throws FleetError if the first request fails */
export async function watchDatabase(
  io: CommandIo,
  found: FoundDatabase,
  account: Account,
  options: WatchOptions,
): Promise<void> {
  const { timeoutMs, json, interval = DEFAULT_SECONDS } = options;
  const { id } = found;
  const watch = async ({ databases, polling }: Fleet, signal: AbortSignal): Promise<void> => {
    let last = await databases.refresh(id, { signal }).catch(nameUnknownId(found));
    let trouble: string | undefined;
    if (json) printLine(io, last);
    else printDatabase(io, last, options, found);
    polling.resume();
    const subscription = databases.entry(id, { everyMs: interval * 1000 }).subscribe(({ record, error }) => {
      if (record !== undefined && record !== last) {
        if (json) printLine(io, record);
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
  const service = { ...account, timeoutMs };
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

function printLine(io: CommandIo, record: Database): void {
  io.stdout.write(`${formatJsonLine(exactRecord(record))}\n`);
}
