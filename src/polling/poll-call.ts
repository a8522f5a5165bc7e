import { Cancellation } from '../api/cancellation.js';
import type { Priority } from './request-gate.js';

/** How a poll goes out. */
export interface PollCall {
  readonly priority: Priority;
  /** Aborts when nobody is interested any more. It is made when it is read. */
  readonly signal: Cancellation;
}

/** A poll that can be given up. The signal is made when it is read: many are not. */
export class PollUnderWay implements PollCall {
  readonly priority: Priority;
  #cancellation: Cancellation | undefined;
  #isAborted = false;

  constructor(priority: Priority) {
    this.priority = priority;
  }

  get signal(): Cancellation {
    this.#cancellation ??= new Cancellation();
    if (this.#isAborted) this.#cancellation.abort();
    return this.#cancellation;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  abort(): void {
    this.#isAborted = true;
    this.#cancellation?.abort();
  }
}
