import { createHistory } from './create-history.js';
import {
  createGrowingColumn,
  createTextColumn,
  type ColumnMemory,
  type ColumnValue,
  type GrowingColumn,
  type GrowingTextColumn,
} from './growing-column.js';
import { kindOfField } from './history-fields.js';
import type { History, HistoryRow } from './history.js';

/** Collects the rows of a history. */
export interface HistoryBuilder {
  readonly rowCount: number;
  /** Adds a row. A row with an earlier time than the last row gets the time of the last row. */
  add(row: HistoryRow): void;
  /** Adds a row whose values are in the order of the fields. It takes half the time of `add`. */
  addValues(row: Omit<HistoryRow, 'values'>, values: readonly ColumnValue[]): void;
  /** Returns the history until now, at the cost of a few references. @param to the end of the capture, Unix milliseconds */
  history(to: number): History;
}

export interface HistoryBuilderOptions {
  readonly fields: readonly string[];
  /**
   * The columns take at most this memory, and the texts of the last row. Below 65,536 it bounds only the number of rows,
   * which is 256 or more. The last few rows always stay.
   *
   * @default 64 MiB
   */
  readonly maxBytes?: number | undefined;
}

const DEFAULT_MAX_BYTES = 2 ** 26;

/** The smallest memory that an option can ask for. */
export const LEAST_BYTES = 65_536;

/** The columns begin with memory for this number of rows. */
const FIRST_ROWS = 256;

/** The columns have memory for this number of rows, even if their texts are long. */
const LEAST_ROWS = 4;

/** To drop rows one by one would move all others each time. */
const KEPT_SHARE = 0.75;

/** The share of the memory for rows when texts or columns were added. */
const FULL_SHARE = 0.9;

/**
 * Makes a builder of the immutable columns of a history. When `maxBytes` is reached, the builder drops the oldest
 * quarter of the rows. The last of these rows of each resource stays, at the time where the rest begins: the state of all
 * resources at the beginning of a history is known. The last row of a forgotten resource does not stay.
 */
export function createHistoryBuilder({ fields, maxBytes = DEFAULT_MAX_BYTES }: HistoryBuilderOptions): HistoryBuilder {
  let at = new Float64Array(FIRST_ROWS);
  const memory: ColumnMemory = { rowBytes: at.BYTES_PER_ELEMENT, textBytes: 0 };
  const [id, resource, status] = [createTextColumn(memory), createTextColumn(memory), createTextColumn(memory)];
  const columns = new Map<string, GrowingColumn>(
    [...new Set(fields)].map((field) => [field, createGrowingColumn(memory, kindOfField(field))]),
  );
  const fieldColumns = [...columns.values()];
  const all: readonly GrowingColumn[] = [id, resource, status, ...fieldColumns];
  let [rowCount, capacity, droppedRows] = [0, FIRST_ROWS, 0];

  const bytes = (): number => capacity * memory.rowBytes + memory.textBytes;

  function resize(newCapacity: number): void {
    const before = at.subarray(0, rowCount);
    at = new Float64Array(newCapacity);
    at.set(before);
    for (const column of all) column.resize(rowCount, newCapacity);
    capacity = newCapacity;
  }

  /** Drops the oldest rows. */
  function keepNewest(newCapacity: number): void {
    const kept = rowsToKeep({ id, resource, status, rowCount, limit: Math.floor(newCapacity * KEPT_SHARE) });
    const before = at;
    const start = before[kept.start] as number;
    at = new Float64Array(newCapacity);
    for (let row = 0; row < kept.rows.length; row++)
      at[row] = Math.max(start, before[kept.rows[row] as number] as number);
    for (const column of all) column.select(kept.rows, newCapacity);
    droppedRows += rowCount - kept.rows.length;
    [rowCount, capacity] = [kept.rows.length, newCapacity];
  }

  function makeRoom(): void {
    const mostRows = (maxBytes - memory.textBytes) / memory.rowBytes;
    // Further texts and columns need memory too, and each change of the capacity moves all rows.
    const fitting = Math.floor(rowCount < capacity ? mostRows * FULL_SHARE : mostRows);
    const newCapacity = Math.max(FIRST_ROWS, Math.min(fitting, capacity * 2));
    changeCapacity(newCapacity);
    while (bytes() > Math.max(maxBytes, LEAST_BYTES) && capacity > LEAST_ROWS) changeCapacity(Math.ceil(capacity / 2));
  }

  function changeCapacity(newCapacity: number): void {
    if (rowCount >= newCapacity) keepNewest(newCapacity);
    else resize(newCapacity);
  }

  function addFacts(row: Omit<HistoryRow, 'values'>): number {
    if (rowCount === capacity || bytes() > maxBytes) makeRoom();
    const place = rowCount++;
    at[place] = Math.max(Math.round(row.at), place > 0 ? (at[place - 1] as number) : -Infinity);
    id.set(place, row.id, capacity);
    resource.set(place, row.resource, capacity);
    status.set(place, row.status, capacity);
    return place;
  }

  return {
    get rowCount() {
      return rowCount;
    },
    add(row) {
      const place = addFacts(row);
      for (const [field, column] of columns) column.set(place, row.values[field], capacity);
    },
    addValues(row, values) {
      const place = addFacts(row);
      for (let field = 0; field < fieldColumns.length; field++)
        (fieldColumns[field] as GrowingColumn).set(place, values[field], capacity);
    },
    history(to) {
      const lastAt = at[rowCount - 1] ?? to;
      return createHistory({
        rowCount,
        to: Math.max(to, lastAt),
        droppedRows,
        bytes: bytes(),
        at: at.subarray(0, rowCount),
        id: id.first(rowCount),
        resource: resource.first(rowCount),
        status: status.first(rowCount),
        columns: new Map([...columns].map(([field, column]) => [field, column.first(rowCount)])),
      });
    },
  };
}

interface RowsToKeepOptions {
  readonly id: GrowingTextColumn;
  readonly resource: GrowingTextColumn;
  readonly status: GrowingTextColumn;
  readonly rowCount: number;
  /** How many rows may stay. */
  readonly limit: number;
}

/**
 * Chooses the rows that stay: the newest, and for each resource its last row before them. If these rows would take more
 * than half of the limit, the resources without a row for the longest time are left out.
 *
 * @returns `start`: the oldest of the newest rows
 */
function rowsToKeep(options: RowsToKeepOptions): { readonly rows: Uint32Array; readonly start: number } {
  const { id, resource, status, rowCount, limit } = options;
  const half = Math.floor(limit / 2);
  // A resource has one key; resource texts are two.
  const keyOf = (row: number): number => id.codeAt(row) * 4 + resource.codeAt(row);
  const resources = new Set<number>();
  for (let row = 0; row < rowCount && resources.size < half; row++) resources.add(keyOf(row));
  const mostFirst = resources.size;
  const start = rowCount - (limit - mostFirst);
  const forgotten = status.codeOf('forgotten');
  const seen = new Set<number>();
  const first: number[] = [];
  for (let row = start - 1; row >= 0 && first.length < mostFirst; row--) {
    if (seen.has(keyOf(row))) continue;
    seen.add(keyOf(row));
    if (status.codeAt(row) !== forgotten) first.push(row);
  }
  const rows = new Uint32Array(first.length + rowCount - start);
  rows.set(first.toReversed());
  for (let row = start, place = first.length; row < rowCount; row++, place++) rows[place] = row;
  return { rows, start };
}
