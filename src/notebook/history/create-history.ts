import { invalidRequest } from '../../core/shared/refuse-issues.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { History, HistoryColumn, HistoryRow } from './history.js';

type TextColumn = HistoryColumn & { readonly kind: 'text' };

/** The columns of a history and the facts about its rows. */
export interface HistoryParts extends Pick<History, 'rowCount' | 'to' | 'droppedRows' | 'bytes' | 'at'> {
  readonly id: () => TextColumn;
  readonly resource: () => TextColumn;
  readonly status: () => TextColumn;
  /** The columns of the captured fields. Each function is called once, when the column is needed. */
  readonly columns: ReadonlyMap<string, () => HistoryColumn>;
}

/** Makes a history of columns, which must not change any more. */
export function createHistory(parts: HistoryParts): History {
  const { rowCount, to, droppedRows, bytes, at } = parts;
  const fields = Object.freeze([...parts.columns.keys()]);
  const made = new Map<string, HistoryColumn>();
  const [id, resource, status] = [once(parts.id), once(parts.resource), once(parts.status)];

  function column(field: string): HistoryColumn {
    const known = made.get(field);
    if (known !== undefined) return known;
    const make = parts.columns.get(field);
    if (make === undefined)
      throw invalidRequest('configure', [
        { path: 'field', message: `not a captured field, expected one of ${fields.join(', ')}` },
      ]);
    const column = Object.freeze(make());
    made.set(field, column);
    return column;
  }

  function rowOf(place: number): HistoryRow {
    const values: Record<string, number | string | undefined> = {};
    for (const field of fields) values[field] = valueOf(column(field), place);
    return {
      at: at[place] as number,
      resource: textOf(resource(), place) as ResourceKind,
      id: textOf(id(), place) as string,
      status: textOf(status(), place) as HistoryRow['status'],
      values,
    };
  }

  return Object.freeze({
    rowCount,
    from: at[0] ?? to,
    to,
    droppedRows,
    bytes,
    fields,
    at,
    get id() {
      return id();
    },
    get resource() {
      return resource();
    },
    get status() {
      return status();
    },
    column,
    row(place: number) {
      if (Number.isInteger(place) && place >= 0 && place < rowCount) return rowOf(place);
      const expected = rowCount === 0 ? 'the history has no rows' : `expected an integer from 0 to ${rowCount - 1}`;
      throw invalidRequest('configure', [{ path: 'index', message: expected }]);
    },
    *rows() {
      for (let place = 0; place < rowCount; place++) yield rowOf(place);
    },
  });
}

/** The value of a row; `undefined` where the field is absent. */
export function valueOf(column: HistoryColumn, row: number): number | string | undefined {
  if (column.kind === 'text') return textOf(column, row);
  const value = column.values[row] as number;
  return Number.isNaN(value) ? undefined : value;
}

function textOf({ values, texts }: TextColumn, row: number): string | undefined {
  return texts[values[row] as number];
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= Object.freeze(make()));
}
