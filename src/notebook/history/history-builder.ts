import { range } from 'd3-array';
import { ColumnBuilder, type ColumnValue } from './column-builder.js';
import { columnOf, createHistory, exactValueOf, type ExactRow } from './create-history.js';
import { factColumns, kindOfField } from './history-fields.js';
import { slice } from './history-parts.js';
import type { History } from './history.js';
import { currentRows } from './pick-rows.js';

/** This many rows always stay, even if their texts exceed the limit. */
const LEAST_ROWS = 4;

/** Rows are dropped in large parts, because each drop copies all other rows. */
const KEPT_SHARE = 0.75;

/**
 * Collects the rows of a history in columns. When `maxBytes` is exceeded, the builder drops the oldest quarter of the
 * rows. Of these, it keeps the last row of each resource that is not forgotten, and moves it to the time where the rest
 * begins. So a history knows the state of all resources at its beginning.
 */
export class HistoryBuilder {
  readonly fields: readonly string[];
  readonly #maxBytes: number;
  readonly #names: readonly string[];
  /** In the order of the names: time, resource, id, status, then the fields. */
  #columns: readonly ColumnBuilder[];
  #rowCount = 0;
  #droppedRows = 0;
  #latest = -Infinity;
  #isSorted = true;

  /** @param maxBytes the memory of the columns. The last few rows always stay */
  constructor({ fields, maxBytes = Infinity }: { readonly fields: readonly string[]; readonly maxBytes?: number }) {
    this.#maxBytes = maxBytes;
    this.fields = [...new Set(fields)];
    this.#names = [...factColumns, ...this.fields];
    this.#columns = this.#names.map((name) => new ColumnBuilder(kindOfField(name)));
  }

  /** Adds a row at its own time, also before others. @param isCorrection it replaces the row of its resource and time */
  add({ at, resource, id, status, values }: ExactRow, isCorrection = false): void {
    const time = Math.round(at);
    const cells = [time, resource, id, status, ...this.fields.map((field) => values[field])];
    cells.forEach((value, place) => this.#columns[place]?.set(this.#rowCount, value));
    this.#rowCount += 1;
    this.#isSorted &&= !isCorrection && time >= this.#latest;
    this.#latest = Math.max(this.#latest, time);
    while (this.#bytes > this.#maxBytes && this.#rowCount > LEAST_ROWS) this.#dropOldest();
  }

  /** Returns the history until now, at the cost of a few references. @param to the end of the capture, Unix milliseconds */
  history(to: number): History {
    const columns = this.#columns.map((column) => column.first(this.#rowCount));
    const all = createHistory({
      to,
      droppedRows: this.#droppedRows,
      bytes: this.#bytes,
      at: columns[0]?.().values as Float64Array,
      columns: new Map(columns.map((column, place) => [this.#names[place] as string, column])),
    });
    if (this.#isSorted) return all;
    this.#restart(all, currentRows(all));
    return this.history(to);
  }

  get #bytes(): number {
    return this.#columns.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Continues with some rows of a history, in the order of time. */
  #restart(history: History, rows: ArrayLike<number>): void {
    this.#rowCount = rows.length;
    this.#columns = this.#names.map((name) => {
      const column = columnOf(history, name);
      const valueAt = (place: number): ColumnValue => exactValueOf(column, rows[place] as number);
      return new ColumnBuilder(kindOfField(name)).fill(rows.length, valueAt);
    });
    this.#isSorted = true;
  }

  /** The rows that keep the states take at most half of the rest: resources whose last row is oldest are left out. */
  #dropOldest(): void {
    const all = this.history(this.#latest);
    // Without the rows that were corrected, the others may fit.
    if (this.#bytes <= this.#maxBytes * KEPT_SHARE) return;
    const most = Math.ceil(all.rowCount * KEPT_SHARE);
    // A database and an index may have the same id.
    const resources = (all.id.texts.length - 1) * (all.resource.texts.length - 1);
    const states = Math.min(most >> 1, resources);
    const rest = slice(all, { from: all.at[all.rowCount - most + states - 1] as number });
    this.#restart(rest, range(Math.max(0, rest.rowCount - most), rest.rowCount));
    this.#droppedRows += all.rowCount - this.#rowCount;
  }
}
