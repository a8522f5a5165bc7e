import type { History } from './history.js';

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
