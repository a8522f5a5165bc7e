import type { Readable } from '../../src/bindings/readable.js';

/** A value that a test changes. */
export interface WritableReadable<T> extends Readable<T> {
  set(value: T): void;
  readonly subscribers: number;
}

export function createReadable<T>(initial: T): WritableReadable<T> {
  const listeners = new Set<{ readonly next: (value: T) => void }>();
  let value = initial;
  return {
    get value() {
      return value;
    },
    subscribe(next) {
      const listener = { next };
      listeners.add(listener);
      next(value);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
    set(now) {
      value = now;
      for (const { next } of listeners) next(now);
    },
    get subscribers() {
      return listeners.size;
    },
  };
}
