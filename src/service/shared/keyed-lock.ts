/** Runs the tasks of each key in sequence, and the tasks of different keys concurrently. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();
  #lastGlobal: Promise<unknown> = Promise.resolve();

  withLock<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = Promise.all([this.#lastGlobal, this.#last.get(key)]).then(task);
    const ended: Promise<unknown> = result
      .then(ignore, ignore)
      .then(() => this.#last.get(key) === ended && this.#last.delete(key));
    this.#last.set(key, ended);
    return result;
  }

  /** Runs `task` when all earlier tasks of all keys have ended. Later tasks wait for `task`. */
  withGlobalLock<T>(task: () => Promise<T>): Promise<T> {
    const result = Promise.all([this.#lastGlobal, ...this.#last.values()]).then(task);
    this.#lastGlobal = result.then(ignore, ignore);
    return result;
  }
}

function ignore(): void {}
