import { isSameAt } from './create-history.js';
import type { History, HistoryColumn } from './history.js';
import { timeOrder } from './pick-rows.js';

/** The last row of each resource, while the rows of a history are taken in their order. */
export class ResourceStates {
  readonly #history: History;
  readonly #forgotten: number;
  readonly #last = new Map<number, number>();

  constructor(history: History) {
    this.#history = history;
    this.#forgotten = history.status.texts.indexOf('forgotten');
  }

  get most(): number {
    return this.#history.id.texts.length;
  }

  /** @returns the row of the resource before, if there is one */
  take(row: number): number | undefined {
    const { id, resource } = this.#history;
    const key = (id.values[row] as number) * resource.texts.length + (resource.values[row] as number);
    const before = this.#last.get(key);
    this.#last.set(key, row);
    return before;
  }

  *rows(): Iterable<number> {
    const { values } = this.#history.status;
    for (const row of this.#last.values()) if (values[row] !== this.#forgotten) yield row;
  }
}

/**
 * Returns the rows in the order of time, with one row of each resource at a time: the last, and of equal rows the first.
 *
 * @param contradict is called for each row with other values than the row of its resource and time before it
 */
export function rowsThatHold(
  history: History,
  columns: readonly HistoryColumn[],
  contradict?: (row: number, before: number) => void,
): Uint32Array {
  const { at } = history;
  const states = new ResourceStates(history);
  const replaced = new Set<number>();
  const rows = timeOrder(at);
  for (const row of rows) {
    const before = states.take(row);
    if (before === undefined || at[before] !== at[row]) continue;
    if (columns.every((column) => isSameAt(column, row, before))) {
      replaced.add(row);
      states.take(before);
    } else {
      replaced.add(before);
      contradict?.(row, before);
    }
  }
  return rows.filter((row) => !replaced.has(row));
}
