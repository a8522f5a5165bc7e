import type { Priority } from './request-gate.js';

/** How a poll goes out. */
export interface PollCall {
  readonly priority: Priority;
  /** Aborts when nobody is interested any more. It is made when it is read. */
  readonly signal: AbortSignal;
}

/** A poll that can be given up. The signal is made when it is read: it costs more than all the rest of a poll. */
export class PollUnderWay implements PollCall {
  readonly priority: Priority;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor(priority: Priority) {
    this.priority = priority;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}
