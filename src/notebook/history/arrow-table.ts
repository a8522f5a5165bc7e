import type { Data, DataType, RecordBatch } from 'apache-arrow';
import { range } from 'd3-array';
import { FleetError } from '../../core/shared/fleet-error.js';
import { columnNames, columnOf, exactValueOf, valueOf } from './create-history.js';
import { requireHistory, type History, type HistoryColumn } from './history.js';

/** @internal A type of the optional package, which the declarations of this package do not need. */
export type Arrow = typeof import('apache-arrow');

/**
 * The members of a table of apache-arrow that most programs need, so that programs compile without this optional package. The
 * value is the package's own `Table`. For a function that asks for a `Table`, write `(await toArrow(history)) as Table`.
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

export const METADATA = {
  format: 'fleetglass.format',
  to: 'fleetglass.to',
  droppedRows: 'fleetglass.dropped_rows',
} as const;

export const FORMAT = '1';

/**
 * Returns a history as a table of Apache Arrow. Its columns are `time` (a timestamp in UTC), `resource`, `id` and
 * `status` (dictionaries), and the captured fields. A field is a dictionary or has 64-bit floats, or 64-bit integers where
 * a float would round. An absent value is null. Needs the package `apache-arrow`.
 *
 * @throws FleetError `invalid-request` if the package is not installed
 * @example
 * ```ts
 * const table = await toArrow(history);
 * table.getChild('db_max_clients_used')?.get(0);
 * ```
 */
export async function toArrow(history: History): Promise<ArrowTable> {
  requireHistory(history);
  const arrow = await importArrow();
  const { schema, batchOf } = partsOf(arrow, history);
  return new arrow.Table(schema, [batchOf(0, history.rowCount)]);
}

/** The rows of a batch take some megabytes. */
const BATCH_ROWS = 65_536;

/**
 * Returns a history as an Arrow IPC file (Feather version 2, not compressed), a batch of rows at a time, so that memory stays
 * bounded. `historyFrom`, pandas, polars and other tools read it. Needs the package `apache-arrow`.
 *
 * @throws FleetError `invalid-request` if the package is not installed
 * @example
 * ```ts
 * await writeFile('history.arrow', arrowOf(history));
 * ```
 */
export function arrowOf(history: History): AsyncIterable<Uint8Array> {
  requireHistory(history);
  return { [Symbol.asyncIterator]: () => fileOf(history) };
}

async function* fileOf(history: History): AsyncGenerator<Uint8Array> {
  const arrow = await importArrow();
  const { schema, batchOf } = partsOf(arrow, history);
  let bytes: Uint8Array[] = [];
  /** A writer without its queue, which would collect all batches. */
  class Writer extends arrow.RecordBatchFileWriter {
    protected override _write(chunk: ArrayBufferView): this {
      bytes.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      this._position += chunk.byteLength;
      return this;
    }
  }
  const writer = new Writer().reset(undefined, schema);
  for (let row = 0; row < history.rowCount; row += BATCH_ROWS) {
    writer.write(batchOf(row, Math.min(history.rowCount, row + BATCH_ROWS)));
    yield* bytes;
    bytes = [];
  }
  writer.finish();
  yield* bytes;
}

function partsOf(arrow: Arrow, history: History) {
  const timestamp = new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, 'UTC');
  const columns = columnNames(history).map((name) => ({ name, ...arrowColumnOf(arrow, columnOf(history, name)) }));
  const schema = new arrow.Schema(
    [new arrow.Field('time', timestamp), ...columns.map(({ name, type }) => new arrow.Field(name, type, true))],
    new Map([
      [METADATA.format, FORMAT],
      [METADATA.to, String(history.to)],
      [METADATA.droppedRows, String(history.droppedRows)],
    ]),
  );
  function batchOf(from: number, to: number): RecordBatch {
    const length = to - from;
    const times = BigInt64Array.from(history.at.subarray(from, to), BigInt);
    const children: Data[] = [
      arrow.makeData({ type: timestamp, length, data: times }),
      ...columns.map(({ dataOf }) => dataOf(from, to)),
    ];
    const type = new arrow.Struct(schema.fields);
    return new arrow.RecordBatch(schema, arrow.makeData({ type, length, nullCount: 0, children }));
  }
  return { schema, batchOf };
}

/** Numbers are 64-bit floats or integers, and texts a dictionary with 32-bit codes. Absent values are null. */
function arrowColumnOf(arrow: Arrow, column: HistoryColumn) {
  const build = (type: DataType, from: number, to: number, valueAt: (row: number) => unknown): Data =>
    arrow.vectorFromArray(range(from, to).map(valueAt), type).data[0] as Data;
  if (column.kind === 'text') {
    const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
    const dictionary = arrow.vectorFromArray(column.texts.slice(1), new arrow.Utf8());
    const codeAt = (row: number): number | null => {
      const code = column.values[row] as number;
      return code === 0 ? null : code - 1;
    };
    return {
      type,
      dataOf(from: number, to: number): Data {
        const { length, nullCount, nullBitmap, values: data } = build(type.indices, from, to, codeAt);
        return arrow.makeData({ type, length, nullCount, nullBitmap, data, dictionary });
      },
    };
  }
  const { values, exact } = column;
  const fits = (value: number, row: number): unknown =>
    exact?.[row] || Number.isNaN(value) || (Number.isInteger(value) && Math.abs(value) < 2 ** 63);
  const isInteger = exact !== undefined && values.every(fits);
  const valueAt = (row: number): unknown => {
    const value = isInteger ? exactValueOf(column, row) : valueOf(column, row);
    return isInteger && value !== undefined ? BigInt(value) : (value ?? null);
  };
  const type = isInteger ? new arrow.Int64() : new arrow.Float64();
  return { type, dataOf: (from: number, to: number): Data => build(type, from, to, valueAt) };
}

/** An optional package, so it is imported only when it is needed. @internal */
export async function importArrow(): Promise<Arrow> {
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
