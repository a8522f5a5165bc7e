import type { Readable } from '../../../../bindings/react/index.js';

/** A value of the page itself. Components subscribe to it as they subscribe to a view. */
export interface Writable<T> extends Readable<T> {
  /** Replaces the value. Subscribers are notified if the new value differs. */
  set(value: T): void;
}

/** @param onFirst called when the first subscriber has the value. It returns a function for the end of the last subscription */
export function createWritable<T>(initial: T, onFirst: () => () => void = () => () => {}): Writable<T> {
  const listeners = new Set<(value: T) => void>();
  let value = initial;
  let onLast = (): void => {};
  return {
    get value() {
      return value;
    },
    subscribe(next) {
      // A new function for each subscription, because the same listener may subscribe several times.
      const listener = (current: T): void => next(current);
      listeners.add(listener);
      next(value);
      if (listeners.size === 1) onLast = onFirst();
      return { unsubscribe: () => void (listeners.delete(listener) && listeners.size === 0 && onLast()) };
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener(value);
    },
  };
}
