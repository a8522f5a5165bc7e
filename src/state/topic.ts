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

/**
 * Something that can change, with those who want to know. It holds no value: a listener reads what it needs.
 *
 * A class, and a chain in place of a Set, since there is one for each record and a listener for each subscription.
 */
export class Topic {
  #first: Listener | undefined;
  /** Where the walk goes on: the listener that it stands on may leave, and the next one too. */
  #next: Listener | undefined;
  /** Whether it waits already to wake its listeners. */
  isTouched = false;

  get isWatched(): boolean {
    return this.#first !== undefined;
  }

  add(listener: Listener): void {
    const first = this.#first;
    const last = first?.before;
    listener.before = last ?? listener;
    if (first !== undefined) first.before = listener;
    if (last !== undefined) last.after = listener;
    if (first !== undefined) return;
    this.#first = listener;
    this.watched(true);
  }

  /** To be called once for a listener that was added. */
  remove(listener: Listener): void {
    const { before, after } = listener;
    if (this.#next === listener) this.#next = after;
    if (this.#first === listener) this.#first = after;
    else if (before !== undefined) before.after = after;
    const behind = after ?? this.#first;
    if (behind !== undefined) behind.before = before;
    // Somebody may keep it for long: it must not keep those that came after it.
    listener.before = undefined;
    listener.after = undefined;
    if (this.#first === undefined) this.watched(false);
  }

  /** In the order of subscription. Listeners may come and go meanwhile. */
  wake(): void {
    for (let listener = this.#first; listener !== undefined; listener = this.#next) {
      this.#next = listener.after;
      listener.wake();
    }
  }

  end(): void {
    for (let listener = this.#first; listener !== undefined; listener = this.#first) listener.end();
  }

  /** The first listener came, or the last one left. */
  protected watched(_isWatched: boolean): void {}
}
