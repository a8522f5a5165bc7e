import type { Table, Vector } from 'apache-arrow';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { ColumnBuilder, type ColumnValue } from './column-builder.js';
import { createHistory, valueOf } from './create-history.js';
import { refuseOtherThanHistory, type History, type HistoryColumn } from './history.js';

type Arrow = typeof import('apache-arrow');

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

/** The names of facts in the metadata of the schema. */
const KEYS = { format: 'fleetglass.format', to: 'fleetglass.to', droppedRows: 'fleetglass.dropped_rows' } as const;

const FORMAT = '1';

/**
 * Returns a history as a table of Apache Arrow: the columns `time` (a timestamp in UTC), `resource`, `id` and `status`
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
  const { at, resource, id, status, fields } = history;
  const timestamp = new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, 'UTC');
  const columns = { resource, id, status, ...Object.fromEntries(fields.map((name) => [name, history.column(name)])) };
  const table = new arrow.Table({
    time: arrow.vectorFromArray([...at], timestamp) as Vector,
    ...Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, vectorOf(arrow, column)])),
  });
  table.schema.metadata.set(KEYS.format, FORMAT);
  table.schema.metadata.set(KEYS.to, String(history.to));
  table.schema.metadata.set(KEYS.droppedRows, String(history.droppedRows));
  return table;
}

/** Numbers are 64-bit floats, and texts a dictionary with 32-bit codes. Absent values are null. */
function vectorOf(arrow: Arrow, column: HistoryColumn): Vector {
  const values = Array.from(column.values, (_, row) => valueOf(column, row) ?? null);
  return column.kind === 'number'
    ? arrow.vectorFromArray(values, new arrow.Float64())
    : arrow.vectorFromArray(values, new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()));
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
  return arrow.tableToIPC(tableOf(arrow, history), 'file');
}

/**
 * Reads a history that `saveHistory` returned. Needs the package `apache-arrow`.
 *
 * @throws FleetError `invalid-request` if the bytes are cut off or damaged, are not a saved history, or come from a newer
 *   version of fleetglass; or if the package is not installed
 * @example
 * ```ts
 * const history = await loadHistory(await readFile('history.arrow'));
 * ```
 */
export async function loadHistory(bytes: Uint8Array | ArrayBuffer): Promise<History> {
  const arrow = await importArrow();
  // A buffer may come from another realm.
  const isBuffer = Object.prototype.toString.call(bytes) === '[object ArrayBuffer]';
  const file = isBuffer ? new Uint8Array(bytes as ArrayBuffer) : bytes;
  if (!ArrayBuffer.isView(file)) throw unreadable('expected the bytes of a file, as a Uint8Array or an ArrayBuffer');
  const table = isArrowFile(file) ? tryTo(() => arrow.tableFromIPC(file)) : undefined;
  const format = table?.schema.metadata.get(KEYS.format);
  if (table === undefined || format === undefined)
    throw unreadable('not a saved history, or not all of it: load the bytes that saveHistory returned');
  if (format !== FORMAT)
    throw unreadable(`a history of format ${format}, expected format ${FORMAT}: update fleetglass`);
  const history = tryTo(() => readTable(arrow, table));
  if (history === undefined) throw unreadable('a damaged history: load the bytes that saveHistory returned');
  return history;
}

/** A file of Arrow begins and ends with these letters. A file that was cut off lacks the last ones. */
const MAGIC = 'ARROW1';

function isArrowFile(file: Uint8Array): boolean {
  const [begin, end] = [file.subarray(0, MAGIC.length), file.subarray(-MAGIC.length)];
  return [begin, end].every((bytes) => new TextDecoder().decode(bytes) === MAGIC);
}

/** Damaged bytes make the reader of Arrow throw errors of many kinds. */
function tryTo<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readTable(arrow: Arrow, table: Table): History {
  const rowCount = table.numRows;
  const { fields, metadata } = table.schema;
  const at = Float64Array.from(table.getChildAt(0) as Iterable<number>);
  const columns = fields.slice(1).map(({ name, type }) => {
    const column = new ColumnBuilder(arrow.DataType.isFloat(type) ? 'number' : 'text');
    // The memo reads each text of a dictionary once.
    const vector = (table.getChild(name) as Vector).memoize();
    for (let row = 0; row < rowCount; row++) column.set(row, (vector.get(row) as ColumnValue | null) ?? undefined);
    return [name, column] as const;
  });
  const to = Number(metadata.get(KEYS.to));
  return createHistory({
    rowCount,
    from: at[0] ?? to,
    to,
    droppedRows: Number(metadata.get(KEYS.droppedRows)),
    bytes: columns.reduce((sum, [, { bytes }]) => sum + bytes, at.byteLength),
    at: () => at,
    columns: new Map(columns.map(([name, column]) => [name, column.first(rowCount)])),
  });
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
      `${problem}: run "npm install apache-arrow", or in Deno set "nodeModulesDir": "auto" in deno.json and add it to the imports`,
    );
  }
}
