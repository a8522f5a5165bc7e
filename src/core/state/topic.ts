/** Somebody who is told that a topic changed. */
export interface Listener {
  /** The topic may have changed. To be called when all state of the commit is in place. */
  wake(): void;
  /** The topic will not change any more: the listener has to leave it. */
  end(): void;
  // A chain through the listeners themselves: no list to allocate for a topic, no search to leave it. Before the first
  // one is the last.
  before: Listener | undefined;
  after: Listener | undefined;
}

/** A walk along a chain: who is next may leave meanwhile. */
interface Walk {
  next: Listener | undefined;
  /** The walk within which this one goes on. */
  readonly outer: Walk | undefined;
}

/** The innermost that goes on. Not in the topic, of which there is one for each record. */
let walk: Walk | undefined;

/**
 * Something that can change, with those who want to know. It holds no value: a listener reads what it needs.
 *
 * A class, and a chain in place of a Set, since there is one for each record and a listener for each subscription.
 */
export class Topic {
  #first: Listener | undefined;
  /** Whether it waits already to wake its listeners. */
  isTouched = false;

  get isWatched(): boolean {
    return this.#first !== undefined;
  }

  /** @returns whether it is the first. */
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

  /** To be called once for a listener that was added. @returns whether it was the last that there was. */
  remove(listener: Listener): boolean {
    const { before, after } = listener;
    for (let each = walk; each !== undefined; each = each.outer) if (each.next === listener) each.next = after;
    if (this.#first === listener) this.#first = after;
    else if (before !== undefined) before.after = after;
    const behind = after ?? this.#first;
    if (behind !== undefined) behind.before = before;
    // Somebody may keep it for long: it must not keep those that came after it.
    listener.before = undefined;
    listener.after = undefined;
    return this.#first === undefined;
  }

  /** In the order of subscription. Listeners may come and go meanwhile. */
  wake(): void {
    const first = this.#first;
    if (first?.after === undefined) return first?.wake();
    const own: Walk = (walk = { next: first, outer: walk });
    try {
      for (let listener = own.next; listener !== undefined; listener = own.next) {
        own.next = listener.after;
        listener.wake();
      }
    } finally {
      walk = own.outer;
    }
  }

  end(): void {
    for (let listener = this.#first; listener !== undefined; listener = this.#first) listener.end();
  }
}
