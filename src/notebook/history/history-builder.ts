import * as v from 'valibot';
import { ColumnBuilder, type ColumnValue } from './column-builder.js';
import { createHistory } from './create-history.js';
import { numberFrom } from './options.js';
import { factColumns, kindOfField } from './history-fields.js';
import type { History, HistoryRow } from './history.js';
import { timeOrder } from './pick-rows.js';

/** A row whose integers may have all their digits. */
export type BuiltRow = Omit<HistoryRow, 'values'> & { readonly values: Readonly<Record<string, ColumnValue>> };

export const maxBytesOption = v.optional(numberFrom(65_536));

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
  readonly #maxBytes: number;
  readonly #fields: readonly string[];
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
    this.#fields = [...new Set(fields)];
    this.#names = [...factColumns, ...this.#fields];
    this.#columns = this.#names.map((name) => new ColumnBuilder(name === 'time' ? 'number' : kindOfField(name)));
  }

  /** Adds a row at its own time, also before others. */
  add({ values, ...facts }: BuiltRow): void {
    const inOrder = this.#fields.map((field) => values[field]);
    this.addValues(facts, inOrder);
  }

  addValues({ at, resource, id, status }: Omit<HistoryRow, 'values'>, values: readonly ColumnValue[]): void {
    const time = Math.round(at);
    [time, resource, id, status, ...values].forEach((value, place) => this.#columns[place]?.set(this.#rowCount, value));
    this.#rowCount += 1;
    this.#isSorted &&= time >= this.#latest;
    this.#latest = Math.max(this.#latest, time);
    while (this.#bytes > this.#maxBytes && this.#rowCount > LEAST_ROWS) this.#dropOldest();
  }

  /** Returns the history until now, at the cost of a few references. @param to the end of the capture, Unix milliseconds */
  history(to: number): History {
    this.#sort();
    const columns = this.#columns.map((column) => column.first(this.#rowCount));
    const at = columns[0]?.().values as Float64Array;
    return createHistory({
      to,
      droppedRows: this.#droppedRows,
      bytes: this.#bytes,
      at,
      columns: new Map(columns.map((column, place) => [this.#names[place] as string, column])),
    });
  }

  get #bytes(): number {
    return this.#columns.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #times(): Float64Array {
    return this.#columns[0]?.first(this.#rowCount)().values as Float64Array;
  }

  #sort(): void {
    if (!this.#isSorted) this.#select(timeOrder(this.#times()));
    this.#isSorted = true;
  }

  #select(rows: ArrayLike<number>): void {
    this.#columns = this.#columns.map((column) => column.select(rows));
    this.#rowCount = rows.length;
  }

  #dropOldest(): void {
    this.#sort();
    const { rows, start } = this.#rowsToKeep(Math.floor(this.#rowCount * KEPT_SHARE));
    const times = this.#times();
    this.#droppedRows += this.#rowCount - rows.length;
    this.#select(rows);
    const moved = new ColumnBuilder('number');
    rows.forEach((row, place) => moved.set(place, Math.max(times[start] as number, times[row] as number)));
    this.#columns = [moved, ...this.#columns.slice(1)];
  }

  /**
   * Chooses the rows that stay: the newest, and for each resource its last row before them. If these rows would take more
   * than half of the limit, the resources without a row for the longest time are left out.
   *
   * @returns `start`: the oldest of the newest rows
   */
  #rowsToKeep(limit: number): { readonly rows: readonly number[]; readonly start: number } {
    const [, resource, id, status] = this.#columns as readonly [unknown, ColumnBuilder, ColumnBuilder, ColumnBuilder];
    const keys = Array.from({ length: this.#rowCount }, (_, row) => `${resource.valueAt(row)} ${id.valueAt(row)}`);
    const mostFirst = Math.min(limit >> 1, new Set(keys).size);
    const start = keys.length - (limit - mostFirst);
    const newest = Array.from({ length: keys.length - start }, (_, place) => start + place);
    const times = this.#times();
    // A moved row would contradict a row that its resource has at the start.
    const seen = new Set(newest.flatMap((row) => (times[row] === times[start] ? (keys[row] as string) : [])));
    const first: number[] = [];
    for (let row = start - 1; row >= 0 && first.length < mostFirst; row--) {
      const key = keys[row] as string;
      if (!seen.has(key) && status.valueAt(row) !== 'forgotten') first.push(row);
      seen.add(key);
    }
    return { rows: [...first.toReversed(), ...newest], start };
  }
}
