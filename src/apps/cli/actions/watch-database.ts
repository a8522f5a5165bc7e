import { type Database, type Fleet, systemClock, type FleetError, type Entry } from '../../../index.js';
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
  const service = { ...account, timeoutMs };
  const watch = async (fleet: Fleet, signal: AbortSignal): Promise<void> => {
    const first = await fleet.databases.refresh(id, { signal }).catch(nameUnknownId(found));
    if (json) printLine(io, first);
    else printDatabase(io, first, options, found);
    fleet.polling.resume();
    await followChanges(io, fleet, { id, first, everyMs: interval * 1000, json }, signal);
  };
  await withKeptFleet(io, { directory: undefined, service, json }, (fleet, stopped) =>
    whileRead(io.stdout, stopped, (signal) => watch(fleet, signal)),
  );
}

interface Watched {
  readonly id: string;
  readonly first: Database;
  readonly everyMs: number;
  readonly json: true | undefined;
}

async function followChanges(
  io: CommandIo,
  { databases }: Fleet,
  { id, first, everyMs, json }: Watched,
  signal: AbortSignal,
): Promise<void> {
  let last = first;
  let trouble: string | undefined;

  function see({ record, error }: Entry<Database>): void {
    if (record !== undefined && record !== last) {
      const changed = changesBetween(exactRecord(last), exactRecord(record));
      if (json) printLine(io, record);
      else printChanges(io, changed);
      last = record;
    }
    if (error?.code === trouble) return;
    trouble = error?.code;
    printTrouble(io, error, json);
  }

  const subscription = databases.entry(id, { everyMs }).subscribe(see);
  await aborted(signal);
  subscription.unsubscribe();
}

interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

function changesBetween(before: ShownRecord, after: ShownRecord): FieldChange[] {
  const old = new Map(Object.entries(before));
  const now = new Map(Object.entries(after));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, from: old.get(field), to: now.get(field) }))
    .filter(({ from, to }) => !deepEqual(from, to));
}

const meanings = new Map(
  databaseGroups.flatMap(({ fields }) => Object.entries(fields).map(([field, { meaning }]) => [field, meaning])),
);

function printChanges(io: CommandIo, changes: readonly FieldChange[]): void {
  const { columns, palette } = renderOptionsOf(io, io.stdout);
  const time = new Date(systemClock.now()).toISOString().slice(0, 19);
  for (const { field, from, to } of changes) {
    const [before, after] = [from, to].map((value) => formatValue(value, meanings.get(field)));
    const line = `${palette.dim(`${time}Z`)}  ${printable(field)}  ${before} → ${palette.bold(after ?? '')}`;
    io.stdout.write(`${wrapText(line, columns).join('\n')}\n`);
  }
}

function printLine(io: CommandIo, record: Database): void {
  io.stdout.write(`${formatJsonLine(exactRecord(record))}\n`);
}

function printTrouble(io: CommandIo, error: FleetError | undefined, json: true | undefined): void {
  const notice = error === undefined ? 'the service answers again' : error.message;
  printNotice(io, json, notice);
}
