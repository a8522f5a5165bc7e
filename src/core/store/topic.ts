export interface Listener {
  /** The topic may have changed, and all state of the commit is in place. */
  notify(): void;
  /** The topic does not change any more. The listener must remove itself. */
  end(): void;
}

/** A source of change notifications, without a value: one for each record, with one listener for each subscription. */
export class Topic {
  // Most records have one subscription. A Set for each would take more memory than the entry itself.
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
    const listeners = this.#listeners;
    if (listeners instanceof Set) listeners.delete(listener);
    if (listeners === listener || (listeners instanceof Set && listeners.size === 0)) this.#listeners = undefined;
    return this.#listeners === undefined;
  }

  /** Notifies the listeners in the order of subscription. Listeners may be added and removed meanwhile. */
  notify(): void {
    const listeners = this.#listeners;
    if (listeners instanceof Set) for (const listener of listeners) listener.notify();
    else listeners?.notify();
  }

  end(): void {
    const listeners = this.#listeners;
    if (listeners instanceof Set) for (const listener of listeners) listener.end();
    else listeners?.end();
  }
}
