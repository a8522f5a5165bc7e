/**
 * Work that can be given up. It is what an AbortController with its signal is, within the house: to make one, and to
 * wait for it, costs a twentieth, and each request passes several rooms that do.
 */
export class Cancellation {
  // Not made before somebody waits: most is over before.
  #tasks: Set<() => void> | undefined;
  #isAborted = false;

  get aborted(): boolean {
    return this.#isAborted;
  }

  /** Calls whoever waits for it; the second time nobody. */
  abort(): void {
    const tasks = this.#tasks ?? [];
    this.#isAborted = true;
    this.#tasks = undefined;
    for (const task of tasks) task();
  }

  /** @returns a function that takes `task` back. */
  onAbort(task: () => void): () => void {
    const tasks = (this.#tasks ??= new Set());
    tasks.add(task);
    return () => void tasks.delete(task);
  }
}
