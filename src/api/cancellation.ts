/**
 * Work that can be given up. It is what an AbortController with its signal is, within the house: to make one, and to
 * wait for it, costs a twentieth, and each request on its way through the rooms has several.
 */
export class Cancellation {
  readonly #tasks = new Set<() => void>();
  #isAborted = false;

  get aborted(): boolean {
    return this.#isAborted;
  }

  /** Calls whoever waits for it; the second time nobody. */
  abort(): void {
    this.#isAborted = true;
    for (const task of this.#tasks) {
      this.#tasks.delete(task);
      task();
    }
  }

  /** @returns a function that takes `task` back. */
  onAbort(task: () => void): () => void {
    this.#tasks.add(task);
    return () => void this.#tasks.delete(task);
  }
}
