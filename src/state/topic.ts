/** Somebody who is told that a topic changed. */
export interface Listener {
  /** The topic may have changed. To be called when all state of the commit is in place. */
  wake(): void;
  /** The topic will not change any more. */
  end(): void;
  // A chain through the listeners themselves: no list to allocate for a topic, no search to leave it.
  before: Listener | undefined;
  after: Listener | undefined;
}

/**
 * Something that can change, with those who want to know. It holds no value: a listener reads what it needs.
 *
 * A class, and a chain in place of a Set, since there is one for each record and a listener for each subscription.
 */
export class Topic {
  #first: Listener | undefined;
  #last: Listener | undefined;
  /** Whether it waits already to wake its listeners. */
  isTouched = false;

  get isWatched(): boolean {
    return this.#first !== undefined;
  }

  add(listener: Listener): void {
    const isFirst = this.#first === undefined;
    listener.before = this.#last;
    if (this.#last === undefined) this.#first = listener;
    else this.#last.after = listener;
    this.#last = listener;
    if (isFirst) this.watched(true);
  }

  /** To be called once for a listener that was added. */
  remove(listener: Listener): void {
    const { before, after } = listener;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    // It keeps `after`: a walk that stands on it must find its way on.
    if (this.#first === undefined) this.watched(false);
  }

  /** In the order of subscription. Listeners may come and go meanwhile. */
  wake(): void {
    for (let listener = this.#first; listener !== undefined; listener = listener.after) listener.wake();
  }

  end(): void {
    for (let listener = this.#first; listener !== undefined; listener = listener.after) listener.end();
  }

  /** The first listener came, or the last one left. */
  protected watched(_isWatched: boolean): void {}
}
