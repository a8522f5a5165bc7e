import type { ResourceKind } from '../../index.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { inspectForm } from '../../core/shared/inspect-form.js';
import { jupyterDisplay } from '../display/display.js';
import { formatMoment } from '../display/text.js';
import type { ColumnValue } from './column-builder.js';
import { factColumns } from './history-fields.js';
import type { History, HistoryColumn, HistoryRow, TextColumn } from './history.js';
import { showHistory } from './show-history.js';

/** The columns of a history and the facts about its rows. */
export interface HistoryParts extends Pick<History, 'rowCount' | 'from' | 'to' | 'droppedRows' | 'bytes' | 'at'> {
  readonly duplicateRows?: number;
  /** By their names. Each function is called once, when the column is read. */
  readonly columns: ReadonlyMap<string, () => HistoryColumn>;
}

/** Makes a history of columns, which must not change any more. */
export function createHistory({ columns, ...parts }: HistoryParts): History {
  const facts = { duplicateRows: 0, ...parts };
  const fields = Object.freeze([...columns.keys()].filter((name) => !isFact(name)));
  const made = new Map<string, HistoryColumn>();

  function column(field: string): HistoryColumn {
    const known = made.get(field);
    if (known !== undefined) return known;
    const make = columns.get(field) as () => HistoryColumn;
    const column = Object.freeze(make());
    made.set(field, column);
    return column;
  }
  const text = (name: string): TextColumn => column(name) as TextColumn;

  function rowOf(place: number): HistoryRow {
    const values: Record<string, number | string | undefined> = {};
    for (const field of fields) values[field] = valueOf(column(field), place);
    return {
      at: facts.at[place] as number,
      resource: valueOf(text('resource'), place) as ResourceKind,
      id: valueOf(text('id'), place) as string,
      status: valueOf(text('status'), place) as HistoryRow['status'],
      values,
    };
  }

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
      if (Number.isInteger(place) && place >= 0 && place < rowCount) return rowOf(place);
      const expected = rowCount === 0 ? 'the history has no rows' : `expected an integer from 0 to ${rowCount - 1}`;
      throw invalidRequest('configure', [{ path: 'index', message: expected }]);
    },
    [inspectForm]: () => describeHistory(facts, fields),
    [jupyterDisplay]: () => showHistory(history).bundle,
    *rows() {
      for (let place = 0; place < facts.rowCount; place++) yield rowOf(place);
    },
  });
  return history;
}

/** Without it, `console.log` prints all rows of all columns. */
function describeHistory(
  { rowCount, from, to }: Pick<History, 'rowCount' | 'from' | 'to'>,
  fields: readonly string[],
): string {
  return `History { rows: ${rowCount}, from: ${formatMoment(from)}, to: ${formatMoment(to)}, fields: ${fields.join(', ')} }`;
}

function isFact(name: string): boolean {
  return (factColumns as readonly string[]).includes(name);
}

/** The value of a row; `undefined` where the field is absent. */
export function valueOf(column: TextColumn, row: number): string | undefined;
export function valueOf(column: HistoryColumn, row: number): number | string | undefined;
export function valueOf(column: HistoryColumn, row: number): number | string | undefined {
  const value = column.values[row] as number;
  if (column.kind === 'text') return column.texts[value];
  return Number.isNaN(value) ? undefined : value;
}

/** The value of a row, with all digits of an integer. */
export function exactValueOf(column: HistoryColumn, row: number): ColumnValue {
  return (column.kind === 'number' && column.exact?.[row]) || valueOf(column, row);
}

/** Whether two rows have the same value of a column, or both have none. */
export function isSameAt(column: HistoryColumn, one: number, other: number): boolean {
  return Object.is(exactValueOf(column, one), exactValueOf(column, other));
}

/** The columns that each history has: its facts and its fields. */
export function columnOf(history: History, name: string): HistoryColumn {
  return name === 'id' || name === 'resource' || name === 'status' ? history[name] : history.column(name);
}
