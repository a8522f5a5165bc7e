import { type Fleet, systemClock, unconfirmedCreatesOf } from '../../../index.js';
import { exactRecord } from '../../../format/exact-record.js';
import { arrangeRows, downUnlessRead, readDatabaseRow } from '../../board/row-facts.js';
import { type ListColumn, listColumns, type ServiceOptions } from '../../terminal/client-options.js';
import { UsageError } from '../../terminal/command-errors.js';
import { type CommandIo, formatJson, printMessage, renderOptionsOf } from '../../terminal/command-io.js';
import type { RowOrder } from '../../../format/attention.js';
import { type ListedRow, renderList, renderTsv } from '../render/render-list.js';
import { ON_LOOPBACK, openStoreToRead, readAll, withKeptFleet } from '../state/kept-fleet.js';
import { findAccount, findDirectory, stateArguments, type StateOptions } from '../state/state-directory.js';

export type ListFormat = 'table' | 'json' | 'tsv' | 'ids';

interface ListOptions extends ServiceOptions, StateOptions {
  readonly refresh?: true;
  readonly format?: ListFormat;
  readonly columns?: readonly ListColumn[];
  /** @default by attention; in JSON the order in which the ids were added */
  readonly sort?: RowOrder;
  readonly problems?: true;
}

export async function list(io: CommandIo, options: ListOptions): Promise<void> {
  const { refresh, columns, json } = options;
  const format = options.format ?? (json ? 'json' : 'table');
  if (json && format !== 'json') throw new UsageError(`--json cannot be used with --format ${format}.`);
  if (columns !== undefined && format !== 'table' && format !== 'tsv')
    throw new UsageError('--columns is only for the formats table and tsv.');
  const state = refresh
    ? await findServiceState(io, options)
    : { directory: await findDirectory(io, options), openStore: openStoreToRead };
  await withKeptFleet(io, { ...state, ...(format === 'json' && { json: true }) }, async (fleet, signal) => {
    const failure = refresh ? await readAll(io, fleet, signal) : undefined;
    print(io, fleet, { ...options, format });
    if (failure !== undefined) throw failure;
    await fleet.flush({ signal });
  });
}

function print(io: CommandIo, fleet: Fleet, options: ListOptions & { readonly format: ListFormat }): void {
  const { format, columns = listColumns } = options;
  const now = systemClock.now();
  const kept = fleet.databases.tracked.value.map((id) => {
    const down = downUnlessRead(fleet, { resource: 'database', id });
    return readDatabaseRow(fleet, id, down, now);
  });
  const { problems, sort = format === 'json' ? undefined : 'attention' } = options;
  const rows = arrangeRows(kept, { order: sort, problems });
  const unconfirmed = unconfirmedCreatesOf(fleet).value;
  if (format === 'table' && kept.length > 0) printMessage(io, 'The API cannot list databases. These are the kept ids.');
  const text = {
    table: () =>
      renderList(
        { rows, kept, columns, unconfirmed, now, stateArguments: stateArguments(options) },
        renderOptionsOf(io, io.stdout),
      ),
    json: () => formatJson({ databases: rows.map(shownRow), unconfirmed }),
    tsv: () => renderTsv(rows, columns, now),
    ids: () => rows.map(({ id }) => id).join('\n'),
  }[format]();
  if (text !== '') io.stdout.write(`${text}\n`);
}

async function findServiceState(io: CommandIo, options: ListOptions) {
  const { directory, ...account } = await findAccount(io, options);
  return { directory, service: { ...account, ...(options.local && { polling: ON_LOOPBACK }) } };
}

function shownRow({ id, entry, health, worst }: ListedRow): object {
  const { status, confirmedAt, error, record } = entry;
  return {
    id,
    status,
    health: health.kind,
    mostUsed: worst && { field: worst.field, used: worst.used, limit: worst.limit, ratio: worst.ratio },
    confirmedAt,
    error: error && { code: error.code, message: error.message },
    record: record && exactRecord(record),
  };
}
