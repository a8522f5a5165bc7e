import type { Readable } from '../../../../bindings/react/index.js';

/** A value of the page's own that components can look at as they look at views. */
export interface Source<T> extends Readable<T> {
  /** Tells whoever looks, unless it is the same. */
  put(value: T): void;
}

export function createSource<T>(initial: T): Source<T> {
  const listeners = new Set<(value: T) => void>();
  let value = initial;
  return {
    get value() {
      return value;
    },
    subscribe(next) {
      // Each subscription is one of its own, whoever else has the same listener.
      const listener = (now: T): void => next(now);
      listeners.add(listener);
      next(value);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    put(now) {
      if (Object.is(now, value)) return;
      value = now;
      for (const listener of listeners) listener(value);
    },
  };
}
