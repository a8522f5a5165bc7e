import type { Schema, Table, Vector } from 'apache-arrow';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import type { FleetError } from '../../core/shared/fleet-error.js';
import { FORMAT, importArrow, METADATA, toArrow, type Arrow, type ArrowTable } from './arrow-table.js';
import { ColumnBuilder, type ColumnValue } from './column-builder.js';
import { createHistory } from './create-history.js';
import type { Frame } from './frame.js';
import { refuseOtherThanHistory, type History } from './history.js';

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
  const table = await toArrow(history);
  return (await importArrow()).tableToIPC(table as Table, 'file');
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
  const format = table?.schema.metadata.get(METADATA.format);
  if (table === undefined || format === undefined)
    throw unreadable(
      'not a saved history, or not all of it: load the bytes of saveHistory; historyFrom reads other files',
    );
  if (format !== FORMAT)
    throw unreadable(`a history of format ${format}, expected format ${FORMAT}: update fleetglass`);
  const history = tryTo(() => readTable(arrow, table));
  if (history === undefined) throw unreadable('a damaged history: load the bytes that saveHistory returned');
  return history;
}

/** Reads a file of Arrow of any program. */
export async function readArrow(bytes: Uint8Array): Promise<ArrowTable> {
  const arrow = await importArrow();
  const table = tryTo(() => arrow.tableFromIPC(bytes));
  if (table === undefined) throw unreadable('a file of Arrow that is damaged or compressed');
  return table;
}

/** The columns of a table. Texts of a dictionary are read once. */
export function tableFrame(table: ArrowTable): Frame {
  const { fields, metadata } = table.schema as Schema;
  const to = Number(metadata?.get(METADATA.to) ?? NaN);
  return {
    names: fields.map(({ name }) => name),
    rowCount: table.numRows,
    to: Number.isNaN(to) ? undefined : to,
    // Arrow returns milliseconds for times of each unit.
    isMilliseconds: (name) => /^(?:Timestamp|Date)/.test(String(fields.find((field) => field.name === name)?.type)),
    reader(name) {
      const column = table.getChild(name) as Vector;
      const vector = typeof column.memoize === 'function' ? column.memoize() : column;
      return (row) => vector.get(row) as unknown;
    },
  };
}

/** How a file and a stream of Arrow begin and end. One that was cut off lacks the end. */
const MARKS = [
  ['ARROW1', 'ARROW1'],
  ['\xff\xff\xff\xff', '\xff\xff\xff\xff\0\0\0\0'],
] as const;

export function isArrowFile(file: Uint8Array): boolean {
  const isPart = (mark: string, start: number): boolean =>
    [...mark].every((letter, place) => file.at(start + place) === letter.charCodeAt(0));
  return MARKS.some(
    ([begin, end]) => file.length > begin.length + end.length && isPart(begin, 0) && isPart(end, -end.length),
  );
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
    const column = new ColumnBuilder(arrow.DataType.isDictionary(type) ? 'text' : 'number');
    // The memo reads each text of a dictionary once.
    const vector = (table.getChild(name) as Vector).memoize();
    for (let row = 0; row < rowCount; row++) column.set(row, (vector.get(row) as ColumnValue | null) ?? undefined);
    return [name, column] as const;
  });
  const to = Number(metadata.get(METADATA.to));
  return createHistory({
    rowCount,
    from: at[0] ?? to,
    to,
    droppedRows: Number(metadata.get(METADATA.droppedRows)),
    bytes: columns.reduce((sum, [, { bytes }]) => sum + bytes, at.byteLength),
    at,
    columns: new Map(columns.map(([name, column]) => [name, column.first(rowCount)])),
  });
}

function unreadable(problem: string): FleetError {
  return invalidRequest('configure', [{ path: 'bytes', message: problem }]);
}
