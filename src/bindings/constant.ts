import type { Readable } from './readable.js';

const NO_SUBSCRIPTION = { unsubscribe: (): void => {} };

/** What is asked while there is nothing to ask about, such as a component without an id yet: it never changes. */
export function constant<T>(value: T): Readable<T> {
  return {
    value,
    subscribe(next) {
      next(value);
      return NO_SUBSCRIPTION;
    },
  };
}
