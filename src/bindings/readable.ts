/** What a binding needs of a view: a value, and to be told when it is another. Every `View<T>` is one. */
export interface Readable<T> {
  /** Keeps its reference until it changes. */
  readonly value: T;
  /**
   * Calls `next` with the value at once, then with each new one.
   *
   * @param invalidate An anonymous function without parameters: a view calls it for each new value while a commit is
   *   told, and calls `next` after all views of the commit have done so.
   */
  subscribe(next: (value: T) => void, invalidate?: () => void): { unsubscribe(): void };
}
