import type { Table, Vector } from 'apache-arrow';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { arrowColumn, readColumn, readTimes, timeColumn, type Arrow } from './arrow-columns.js';
import { createHistory } from './create-history.js';
import { emptyChecksum, readChecksum, writeChecksum } from './file-checksum.js';
import { factColumns } from './history-fields.js';
import type { History, HistoryColumn } from './history.js';
import { refuseOtherThanHistory } from './is-history.js';

/**
 * A table of apache-arrow: its members that most programs need. It is the package's own `Table`, for functions that ask
 * for it: `(await toArrow(history)) as Table`. The declarations of this module compile without the optional package.
 */
export interface ArrowTable {
  readonly numRows: number;
  readonly numCols: number;
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  /** A column by its name. */
  getChild(name: string): ArrowVector | null;
  /** The rows. */
  toArray(): readonly unknown[];
}

/** A column of an {@link ArrowTable}. */
export interface ArrowVector extends Iterable<unknown> {
  readonly length: number;
  get(row: number): unknown;
  toArray(): unknown;
}

/** The version of the format, and the names of its facts in the metadata of the schema. */
const VERSION = '1';
const KEYS = { checksum: 'fleetglass.history', to: 'fleetglass.to', droppedRows: 'fleetglass.dropped_rows' } as const;

/**
 * Returns a history as a table of Apache Arrow: the columns `at` (a timestamp in UTC), `resource`, `id` and `status`
 * (dictionaries), and the captured fields (64-bit floats or dictionaries, with nulls). Needs the package `apache-arrow`.
 *
 * @throws FleetError `invalid-request` if the package is not installed
 * @example
 * ```ts
 * const table = await toArrow(history);
 * table.getChild('db_max_clients_used')?.get(0);
 * ```
 */
export async function toArrow(history: History): Promise<ArrowTable> {
  refuseOtherThanHistory(history);
  return tableOf(await importArrow(), history);
}

function tableOf(arrow: Arrow, history: History): Table {
  const vectors = {
    at: timeColumn(arrow, history.at),
    resource: arrowColumn(arrow, history.resource),
    id: arrowColumn(arrow, history.id),
    status: arrowColumn(arrow, history.status),
    ...Object.fromEntries(history.fields.map((field) => [field, arrowColumn(arrow, history.column(field))])),
  };
  const table = new arrow.Table(vectors);
  const metadata = new Map([
    [KEYS.checksum, emptyChecksum(VERSION)],
    [KEYS.to, String(history.to)],
    [KEYS.droppedRows, String(history.droppedRows)],
  ]);
  const schema = new arrow.Schema(table.schema.fields, metadata, table.schema.dictionaries);
  return new arrow.Table(
    schema,
    table.batches.map((batch) => new arrow.RecordBatch(schema, batch.data)),
  );
}

/**
 * Returns a history as an Arrow IPC file, which `loadHistory`, pandas, polars and other tools read. Needs the package
 * `apache-arrow`.
 *
 * @throws FleetError `invalid-request` if the package is not installed
 * @example
 * ```ts
 * await writeFile('history.arrow', await saveHistory(captured.history));
 * ```
 */
export async function saveHistory(history: History): Promise<Uint8Array> {
  refuseOtherThanHistory(history);
  const arrow = await importArrow();
  return writeChecksum(arrow.tableToIPC(tableOf(arrow, history), 'file'));
}

/**
 * Reads a history that `saveHistory` returned. Needs the package `apache-arrow`.
 *
 * @throws FleetError `invalid-request` if the bytes are damaged, are not a saved history, or come from a newer version of
 *   fleetglass; or if the package is not installed
 * @example
 * ```ts
 * const history = await loadHistory(await readFile('history.arrow'));
 * ```
 */
export async function loadHistory(bytes: Uint8Array | ArrayBuffer): Promise<History> {
  const isBytes = ArrayBuffer.isView(bytes) || Object.prototype.toString.call(bytes) === '[object ArrayBuffer]';
  if (!isBytes) throw unreadable('expected the bytes of a file, as a Uint8Array or an ArrayBuffer');
  const arrow = await importArrow();
  const file = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  const found = readChecksum(file);
  if (found === undefined) throw unreadable('not a saved history: load the bytes that saveHistory returned');
  const { format, isIntact } = found;
  if (format !== VERSION)
    throw unreadable(`a history of format ${format}, expected format ${VERSION}: update fleetglass`);
  if (!isIntact) throw unreadable(DAMAGED);
  try {
    return readTable(arrow, arrow.tableFromIPC(file));
  } catch {
    throw unreadable(DAMAGED);
  }
}

const DAMAGED = 'the file is damaged: load another copy of it';

/** @throws Error if the table is damaged */
function readTable(arrow: Arrow, table: Table): History {
  const columnOf = (name: string): Vector => {
    const vector = table.getChild(name);
    if (vector === null) throw new Error('a column is missing');
    return vector;
  };
  const at = readTimes(arrow, columnOf('at'));
  const [resource, id, status] = ['resource', 'id', 'status'].map((name) => textOf(readColumn(arrow, columnOf(name))));
  const fields = table.schema.fields.map(({ name }) => name).filter((name) => !isFact(name));
  const columns = new Map(fields.map((field) => [field, readColumn(arrow, columnOf(field))]));
  const facts = { resource: resource as TextColumn, id: id as TextColumn, status: status as TextColumn };
  const { metadata } = table.schema;
  const all: readonly HistoryColumn[] = [facts.resource, facts.id, facts.status, ...columns.values()];
  return createHistory({
    rowCount: at.length,
    to: amountOf(metadata.get(KEYS.to)),
    droppedRows: amountOf(metadata.get(KEYS.droppedRows)),
    bytes: all.reduce((sum, { values }) => sum + values.byteLength, at.byteLength),
    at,
    id: () => facts.id,
    resource: () => facts.resource,
    status: () => facts.status,
    columns: new Map([...columns].map(([field, column]) => [field, () => column])),
  });
}

type TextColumn = HistoryColumn & { readonly kind: 'text' };

function textOf(column: HistoryColumn): TextColumn {
  if (column.kind !== 'text') throw new Error('a column has another type');
  return column;
}

function isFact(name: string): boolean {
  return (factColumns as readonly string[]).includes(name);
}

function amountOf(text: string | undefined): number {
  const amount = Number(text ?? NaN);
  if (!Number.isFinite(amount)) throw new Error('a number is missing');
  return amount;
}

function unreadable(problem: string): FleetError {
  return invalidRequest('configure', [{ path: 'bytes', message: problem }]);
}

/** An optional package, so it is imported only when it is needed. */
async function importArrow(): Promise<Arrow> {
  try {
    return await import('apache-arrow');
  } catch {
    const problem = 'Arrow tables and files need the package apache-arrow, which cannot be imported';
    throw new FleetError(
      'invalid-request',
      'configure',
      `${problem}: npm install apache-arrow, or add it to the import map of the notebook`,
    );
  }
}
