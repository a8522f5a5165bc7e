/** The part of a view that a binding needs: a current value, and notification of changes. Every `View<T>` is a `Readable<T>`. */
export interface Readable<T> {
  /** Keeps its reference until it changes. */
  readonly value: T;
  /**
   * Calls `next` with the current value at once, then with each new value.
   *
   * @param invalidate An anonymous function without parameters. For each new value, a view calls it before `next`: all
   *   views of a commit call `invalidate`, then all of them call `next`.
   */
  subscribe(next: (value: T) => void, invalidate?: () => void): { unsubscribe(): void };
}

const NO_SUBSCRIPTION = { unsubscribe: (): void => {} };

/** A readable that never changes, such as the answer to a query without an id. */
export function constantReadable<T>(value: T): Readable<T> {
  return {
    value,
    subscribe(next) {
      next(value);
      return NO_SUBSCRIPTION;
    },
  };
}
