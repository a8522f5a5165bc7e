export interface Listener {
  /** Called after a commit that may have changed the topic, when all state of the commit is in place. */
  notify(): void;
  /** Called when the topic does not change any more. The listener must remove itself. */
  end(): void;
}

/** A source of change notifications, without a value: one for each record, with one listener for each subscription. */
export class Topic {
  /** In the order of subscription. Most topics have one listener, and need no memory for a Set. */
  #listeners: Listener | Set<Listener> | undefined;
  /** Whether the running commit is going to notify the listeners. */
  isInvalidated = false;

  get isWatched(): boolean {
    return this.#listeners !== undefined;
  }

  /** @returns whether the listener is the first. */
  add(listener: Listener): boolean {
    const listeners = this.#listeners;
    if (listeners instanceof Set) listeners.add(listener);
    else this.#listeners = listeners === undefined ? listener : new Set([listeners, listener]);
    return listeners === undefined;
  }

  /** To be called once for each added listener. @returns whether no listener is left. */
  remove(listener: Listener): boolean {
    const all = this.#listeners;
    const isLast = all instanceof Set ? all.delete(listener) && all.size === 0 : all === listener;
    if (isLast) this.#listeners = undefined;
    return isLast;
  }

  /** Notifies the listeners. They may be added and removed meanwhile. */
  notify(): void {
    const listeners = this.#listeners;
    if (!(listeners instanceof Set)) return listeners?.notify();
    for (const listener of listeners) listener.notify();
  }

  end(): void {
    const listeners = this.#listeners;
    if (!(listeners instanceof Set)) return listeners?.end();
    for (const listener of listeners) listener.end();
  }
}
