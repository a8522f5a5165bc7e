import { buildColumn } from './column-builder.js';
import { columnNames, columnOf, createHistory, exactValueOf } from './create-history.js';
import type { History, HistoryColumn } from './history.js';

/** The facts of the rows that differ from those of their history. The times `at` ascend. */
type PickedFacts = Partial<Pick<History, 'at' | 'to' | 'fields' | 'droppedRows' | 'duplicateRows'>>;

/** Makes a history of some rows of another history. @param rows the numbers of the rows */
export function pickRows(history: History, rows: Uint32Array, picked: PickedFacts = {}): History {
  const { at: times, to, droppedRows, duplicateRows } = history;
  const { fields = history.fields, at = Float64Array.from(rows, (row) => times[row] as number), ...facts } = picked;
  const pickFrom = (column: HistoryColumn): HistoryColumn => {
    if (column.kind === 'number' && !column.exact)
      return { kind: 'number', values: new Float64Array(rows).map((row) => column.values[row] as number) };
    // Texts that no row has any more are left out: `history.id.texts` lists the ids of a history.
    return buildColumn(column.kind, rows.length, (place) => exactValueOf(column, rows[place] as number));
  };
  const columns = new Map(columnNames({ fields }).map((name) => [name, () => pickFrom(columnOf(history, name))]));
  return createHistory({ at, to, droppedRows, duplicateRows, ...facts, columns });
}

/** The last row of each resource, while the rows of a history are taken in their order. */
export function createResourceStates({ id, resource, status }: History) {
  const forgotten = status.texts.indexOf('forgotten');
  const last = new Map<number, number>();
  return {
    /** @returns the row of the resource before, if there is one */
    take(row: number): number | undefined {
      const key = (id.values[row] as number) * resource.texts.length + (resource.values[row] as number);
      const before = last.get(key);
      last.set(key, row);
      return before;
    },
    *rows(): Iterable<number> {
      for (const row of last.values()) if (status.values[row] !== forgotten) yield row;
    },
  };
}

/**
 * Returns the rows in the order of time. If several rows of a resource have one time, the last one stays, or the first of equal rows.
 *
 * @param contradict called for each row whose values differ from the row before it of the same resource and time
 */
export function currentRows(history: History, contradict?: (row: number, before: number) => void): Uint32Array {
  const { at } = history;
  const isSame = rowComparer(history);
  const states = createResourceStates(history);
  const replaced = new Set<number>();
  const rows = Uint32Array.from(at, (_, row) => row);
  const isSorted = at.every((time, row) => row === 0 || time >= (at[row - 1] as number));
  if (!isSorted) rows.sort((one, other) => (at[one] as number) - (at[other] as number) || one - other);
  for (const row of rows) {
    const before = states.take(row);
    if (before === undefined || at[before] !== at[row]) continue;
    if (isSame(row, before)) {
      replaced.add(row);
      states.take(before);
    } else {
      replaced.add(before);
      contradict?.(row, before);
    }
  }
  return rows.filter((row) => !replaced.has(row));
}

/** Makes a function that tells whether two rows have the same values, apart from their times. @param names columns @default all */
export function rowComparer(history: History, names = columnNames(history)): (one: number, other: number) => boolean {
  const columns = names.map((name) => columnOf(history, name));
  return (one, other) => columns.every((column) => Object.is(exactValueOf(column, one), exactValueOf(column, other)));
}
