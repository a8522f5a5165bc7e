import * as v from 'valibot';
import type { ResourceKind } from '../../index.js';
import { aBoolean } from '../../core/shared/option-schemas.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import { csvCell, withoutFormula } from '../../format/csv-cell.js';
import { valueOf } from './create-history.js';
import { factColumns } from './history-fields.js';
import { refuseOtherThanHistory, type History, type HistoryColumn, type HistoryRow } from './history.js';

/** A row of a history with its fields as own members. */
export interface HistoryObject {
  /** `time`, since `at` is a keyword in SQL. */
  readonly time: Date;
  readonly resource: ResourceKind;
  readonly id: string;
  readonly status: HistoryRow['status'];
  /** The captured fields. Absent values are `undefined`. */
  readonly [field: string]: number | string | Date | undefined;
}

/**
 * Returns the rows of a history as plain objects, for Observable Plot, Arquero and other libraries that take arrays.
 *
 * @example
 * ```ts
 * Plot.lineY(toObjects(history), { x: 'time', y: 'db_memory_threshold_used', stroke: 'id' }).plot();
 * ```
 */
export function toObjects(history: History): HistoryObject[] {
  refuseOtherThanHistory(history);
  return Array.from(history.rows(), ({ at, resource, id, status, values }) => ({
    time: new Date(at),
    resource,
    id,
    status,
    ...values,
  }));
}

/** The options of `toCsv`. */
export interface CsvOptions {
  /**
   * Leaves all texts as they are. Otherwise an apostrophe is added before a text that a spreadsheet would run as a formula: a text
   * that begins with `=`, `+`, `-`, `@`, a tab or a line break. Numbers are never changed.
   *
   * @default false
   */
  readonly exact?: boolean | undefined;
}

const csvSchema = v.strictObject({ exact: v.optional(aBoolean, false) });

/**
 * Returns the rows of a history as CSV (RFC 4180): a line of column names, then a line for each row. Times are ISO 8601
 * in UTC. An absent value is an empty cell, an empty text is `""`.
 *
 * @throws FleetError `invalid-request` for wrong options
 * @example
 * ```ts
 * await Deno.writeTextFile('history.csv', toCsv(history)); // pandas.read_csv('history.csv', parse_dates=['time'])
 * ```
 */
export function toCsv(history: History, options: CsvOptions = {}): string {
  refuseOtherThanHistory(history);
  const { exact } = parseOptions('configure', csvSchema, options);
  const toCell = exact ? csvCell : (text: string) => csvCell(withoutFormula(text));
  const { at, resource, id, status, fields } = history;
  const readers = [resource, id, status, ...fields.map((field) => history.column(field))].map((column) =>
    cellReader(column, toCell),
  );
  const lines = [[...factColumns, ...fields].join(',')];
  for (const [row, time] of at.entries())
    lines.push([new Date(time).toISOString(), ...readers.map((read) => read(row))].join(','));
  return `${lines.join(END)}${END}`;
}

const END = '\r\n';

/** Makes a function that returns the cell of a row. Each text of a dictionary becomes a cell once. */
function cellReader(column: HistoryColumn, toCell: (text: string) => string): (row: number) => string {
  if (column.kind === 'number') return (row) => String(valueOf(column, row) ?? '');
  const cells = column.texts.map((text) => (text === undefined ? '' : toCell(text)));
  return (row) => cells[column.values[row] as number] ?? '';
}
