/** A listener of a topic, and a node of its linked list. */
export interface Listener {
  /** The topic may have changed, and all state of the commit is in place. */
  notify(): void;
  /** The topic does not change any more. The listener must remove itself. */
  end(): void;
  // The links make a list that needs no allocation for a topic and no search on removal. `before` of the first
  // listener is the last listener.
  before: Listener | undefined;
  after: Listener | undefined;
}

/** An iteration over a list. `remove` moves `next` on when it removes that listener. */
interface Iteration {
  next: Listener | undefined;
  readonly outer: Iteration | undefined;
}

/** The innermost running iteration. A module variable, because a field would cost memory for each record. */
let current: Iteration | undefined;

/**
 * A source of change notifications, without a value: one for each record, with one listener for each subscription. A linked
 * list takes less memory than a Set.
 */
export class Topic {
  #first: Listener | undefined;
  /** Whether the running commit is going to notify the listeners. */
  isInvalidated = false;

  get isWatched(): boolean {
    return this.#first !== undefined;
  }

  /** @returns whether the listener is the first. */
  add(listener: Listener): boolean {
    const first = this.#first;
    const last = first?.before;
    listener.before = last ?? listener;
    if (first !== undefined) first.before = listener;
    if (last !== undefined) last.after = listener;
    if (first !== undefined) return false;
    this.#first = listener;
    return true;
  }

  /** To be called once for each added listener. @returns whether no listener is left. */
  remove(listener: Listener): boolean {
    const { before, after } = listener;
    for (let each = current; each !== undefined; each = each.outer) if (each.next === listener) each.next = after;
    if (this.#first === listener) this.#first = after;
    else if (before !== undefined) before.after = after;
    const follower = after ?? this.#first;
    if (follower !== undefined) follower.before = before;
    // Users may keep an ended subscription. It must not keep later listeners in memory.
    listener.before = undefined;
    listener.after = undefined;
    return this.#first === undefined;
  }

  /** Notifies the listeners in the order of subscription. Listeners may be added and removed meanwhile. */
  notify(): void {
    const first = this.#first;
    if (first?.after === undefined) return first?.notify();
    const iteration: Iteration = (current = { next: first, outer: current });
    try {
      for (let listener = iteration.next; listener !== undefined; listener = iteration.next) {
        iteration.next = listener.after;
        listener.notify();
      }
    } finally {
      current = iteration.outer;
    }
  }

  end(): void {
    for (let listener = this.#first; listener !== undefined; listener = this.#first) listener.end();
  }
}
