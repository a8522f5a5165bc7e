import { range } from 'd3-array';
import type { ResourceKind } from '../../index.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { inspectForm } from '../../core/shared/inspect-form.js';
import { countOf } from '../../format/quantities.js';
import { jupyterDisplay, type Display } from '../display/display.js';
import { createTableDisplay, type Column } from '../display/table.js';
import { formatMoment } from '../display/text.js';
import type { ColumnValue } from './column-builder.js';
import { factColumns } from './history-fields.js';
import type { History, HistoryColumn, HistoryRow, TextColumn } from './history.js';

/** The columns of a history and the facts about its rows. It ends at `to`, or at a later last row. */
export interface HistoryParts extends Pick<History, 'to' | 'droppedRows' | 'at'> {
  readonly duplicateRows?: number;
  /** @default the memory of a number for each value */
  readonly bytes?: number;
  /** By their names. Each function is called once, when the column is read. */
  readonly columns: ReadonlyMap<string, () => HistoryColumn>;
}

/** Makes a history of columns, which must not change any more. */
export function createHistory({ columns, ...parts }: HistoryParts): History {
  const { at, to } = parts;
  const span = { from: at[0] ?? to, to: Math.max(to, at.at(-1) ?? to) };
  const bytes = at.byteLength * (1 + columns.size);
  const facts = { duplicateRows: 0, bytes, ...parts, ...span, rowCount: at.length };
  const fields = Object.freeze([...columns.keys()].filter((name) => !factColumns.includes(name)));
  const made = new Map<string, HistoryColumn>();

  function column(name: string): HistoryColumn {
    let column = made.get(name);
    if (column === undefined) made.set(name, (column = Object.freeze((columns.get(name) as () => HistoryColumn)())));
    return column;
  }
  const text = (name: string): TextColumn => column(name) as TextColumn;
  let readRow: ((place: number) => HistoryRow) | undefined;

  const history: History = Object.freeze({
    ...facts,
    fields,
    get id() {
      return text('id');
    },
    get resource() {
      return text('resource');
    },
    get status() {
      return text('status');
    },
    column(field: string) {
      if (fields.includes(field)) return column(field);
      const message = `not a captured field, expected one of ${fields.join(', ')}`;
      throw invalidRequest('configure', [{ path: 'field', message }]);
    },
    row(place: number) {
      const { rowCount } = facts;
      if (Number.isInteger(place) && place >= 0 && place < rowCount)
        return (readRow ??= rowReader(history, fields, valueOf))(place);
      const expected = rowCount === 0 ? 'the history has no rows' : `expected an integer from 0 to ${rowCount - 1}`;
      throw invalidRequest('configure', [{ path: 'index', message: expected }]);
    },
    [inspectForm]() {
      // Without it, `console.log` prints all rows of all columns.
      const times = `from: ${formatMoment(facts.from)}, to: ${formatMoment(facts.to)}`;
      return `History { rows: ${facts.rowCount}, ${times}, fields: ${fields.join(', ')} }`;
    },
    [jupyterDisplay]: () => showHistory(history).bundle,
    rows: () => rowsWith(history, fields),
  });
  return history;
}

/** A row whose integers may have all their digits. */
export type ExactRow = Omit<HistoryRow, 'values'> & { readonly values: Readonly<Record<string, ColumnValue>> };

/** Iterates over the rows with some fields, because a column takes memory once it is read. Absent fields have no values. */
export function rowsWith(history: History, fields: readonly string[]): Iterable<HistoryRow> {
  const rowAt = rowReader(history, fields, valueOf);
  return {
    // A generator could be read only once, and would be empty afterwards.
    *[Symbol.iterator]() {
      for (let place = 0; place < history.rowCount; place++) yield rowAt(place);
    },
  };
}

/** @param read such as `valueOf`, or `exactValueOf` for an `ExactRow` */
export function rowReader<Value extends ColumnValue>(
  history: History,
  fields: readonly string[],
  read: (column: HistoryColumn, row: number) => Value,
) {
  const { at, resource, id, status } = history;
  const columns = fields
    .filter((field) => history.fields.includes(field))
    .map((field) => [field, history.column(field)] as const);
  return (place: number) => {
    const values: Record<string, Value> = {};
    for (const [field, column] of columns) values[field] = read(column, place);
    return {
      at: at[place] as number,
      resource: valueOf(resource, place) as ResourceKind,
      id: valueOf(id, place) as string,
      status: valueOf(status, place) as HistoryRow['status'],
      values,
    };
  };
}

/** The value of a row; `undefined` where the field is absent. */
export function valueOf(column: HistoryColumn, row: number): number | string | undefined {
  const value = column.values[row] as number;
  if (column.kind === 'text') return column.texts[value];
  return Number.isNaN(value) ? undefined : value;
}

/** The value of a row, with all digits of an integer. */
export function exactValueOf(column: HistoryColumn, row: number): ColumnValue {
  return (column.kind === 'number' && column.exact?.[row]) || valueOf(column, row);
}

/** The names of the columns of a history, without the column of times. */
export function columnNames({ fields }: Pick<History, 'fields'>): readonly string[] {
  return ['resource', 'id', 'status', ...fields];
}

export function columnOf(history: History, name: string): HistoryColumn {
  if (name === 'time') return { kind: 'number', values: history.at };
  return name === 'id' || name === 'resource' || name === 'status' ? history[name] : history.column(name);
}

/** The rows that are shown of each end. */
const EDGE = 5;

/** A column of a history takes memory once it is read. */
const MAX_FIELDS = 6;

function showHistory(history: History): Display {
  const { rowCount, fields, from, to } = history;
  const rows = rowCount <= 2 * EDGE ? range(rowCount) : [...range(EDGE), ...range(rowCount - EDGE, rowCount)];
  const others = fields.slice(MAX_FIELDS);
  return createTableDisplay<number>({
    title: 'History',
    lead: `${countOf(rowCount, 'row')} from ${formatMoment(from)} to ${formatMoment(to)}`,
    columns: [
      { title: 'time', cell: (row) => formatMoment(history.at[row] as number), name: 'time', type: 'datetime' },
      ...columnNames({ fields: fields.slice(0, MAX_FIELDS) }).map((name): Column<number> => {
        const column = columnOf(history, name);
        const cell = (row: number): string => String(exactValueOf(column, row) ?? '–');
        return { title: name, align: column.kind === 'number' ? 'right' : 'left', cell, name };
      }),
    ],
    rows,
    empty: 'The history has no rows.',
    notes: [
      ...(rowCount > 2 * EDGE ? [`The first ${EDGE} and the last ${EDGE} rows are shown.`] : []),
      ...(others.length > 0 ? [`and ${countOf(others.length, 'more field')}: ${others.join(', ')}`] : []),
    ],
  });
}
